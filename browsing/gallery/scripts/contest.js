// What states of a game are worth to you, against the opponent at hand; both sides' dice are fair.

// A state: points = [yours, the opponent's], `total` at risk, `mover` 0 for you and 1 for the opponent, and the
// opponent's scoring turns so far.

// Everything that can be asked of a game to a goal against a rule, or against optimal play if that is null.
function contestOf(goal, rule) {
  const win = readTable(goal);
  const solved = rule === null ? null : bestResponse(goal, rule);

  function place(state, own, other) {
    return (Math.min(state.scored, rule.counts - 1) * goal + own) * goal + other;
  }

  // What it is worth to you that the opponent is about to move, and that you are.
  function waiting(state, own, other) {
    if (own >= goal) return 1;
    return rule === null ? 1 - win[other * goal + own] : solved.waiting[place(state, own, other)];
  }

  function moving(state, own, other) {
    if (other >= goal) return 0;
    return rule === null ? win[own * goal + other] : solved.moving[place(state, own, other)];
  }

  // The two choices of your turn.
  function choices(state) {
    const [own, other] = state.points;
    const bank = (x) => waiting(state, x, other);
    const turn = turnWorth(goal, own, bank, waiting(state, own, other));
    const x = own + state.total;
    return { roll: turn.roll[x], hold: bank(x), best: turn.best[x] };
  }

  // The two choices of the opponent's turn, worth to it if both play on for the win.
  function opponentChoices(state) {
    const [own, other] = state.points;
    const turn = optimalTurn(goal, win, other, own);
    const x = other + state.total;
    return { roll: turn.roll[x], hold: 1 - win[own * goal + x], best: turn.best[x] };
  }

  function opponentRolls(state) {
    if (state.total === 0) return true;
    const [own, other] = state.points;
    if (rule !== null) return state.total < rule.holdsAt(Math.min(state.scored, rule.counts - 1), other, own);
    const { roll, hold } = opponentChoices(state);
    return roll > hold;
  }

  // Your chance to win while a rule is at its turn: what the rest of its turn is worth to you.
  function amidRule(state) {
    const [own, other] = state.points;
    const after = { ...state, scored: state.scored + 1 };
    const worth = new Float64Array(goal + 6);
    for (let x = goal - 1; x >= other + state.total; x--) {
      if (opponentRolls({ ...state, total: x - other })) {
        worth[x] = FACE * moving(state, own, other);
        for (let gain = 2; gain <= 6; gain++) worth[x] += FACE * worth[x + gain];
      } else {
        worth[x] = moving(after, own, x);
      }
    }
    return worth[other + state.total];
  }

  // Your chance to win from any state, if you play on for the win.
  function chance(state) {
    const [own, other] = state.points;
    if (own >= goal) return 1;
    if (other >= goal) return 0;
    if (state.mover === 0) return state.total === 0 ? moving(state, own, other) : choices(state).best;
    if (state.total === 0) return waiting(state, own, other);
    return rule === null ? 1 - opponentChoices(state).best : amidRule(state);
  }

  return { goal, rule, choices, opponentChoices, opponentRolls, chance };
}
