// What a turn of Pig is worth, by backward recursion over the score that would be banked: a roll busts on a 1, else
// adds its pips, and then one holds or rolls again, whichever is worth more.

const FACE = 1 / 6;

// Memory for one turn, which whoever solves thousands uses again and again: ten times as fast.
function turnMemory(goal) {
  const row = () => new Float64Array(goal + 6);
  return { roll: row(), slope: row(), best: row().fill(1), bestSlope: row(), reach: row() };
}

// What rolling is worth at each score from `banked` to below the goal, and in `slope` how likely the turn then busts.
// holding(x) is what banking x is worth, `bust` what a bust is. Sums are taken in the solver's order, so that both
// round alike and decide alike.
function turnWorth(goal, banked, holding, bust, memory = turnMemory(goal)) {
  const { roll, slope, best, bestSlope } = memory;
  for (let x = goal - 1; x >= banked; x--) {
    const low = FACE * best[x + 2] + FACE * best[x + 3];
    const high = FACE * best[x + 4] + FACE * best[x + 5] + FACE * best[x + 6];
    roll[x] = FACE * bust + low + high;
    const later = bestSlope[x + 2] + bestSlope[x + 3] + bestSlope[x + 4] + bestSlope[x + 5] + bestSlope[x + 6];
    slope[x] = FACE + FACE * later;
    const hold = holding(x);
    const rolls = roll[x] > hold;
    best[x] = rolls ? roll[x] : hold;
    bestSlope[x] = rolls ? slope[x] : 0;
  }
  return memory;
}

// The solver's answer: win[i][j], the chance of the player about to move with i points against j, both playing for
// the win. The table is base64 of float64, little-endian.
function readTable(goal) {
  const bytes = Uint8Array.from(atob(PIG_TABLES[goal]), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: goal * goal }, (_, place) => view.getFloat64(8 * place, true));
}

// What optimal play sees in a turn from `own` points against `other`.
function optimalTurn(goal, win, own, other) {
  return turnWorth(goal, own, (x) => 1 - win[other * goal + x], 1 - win[other * goal + own]);
}

// How a rule's turn ends that starts with `own` points against `other`: what it is worth by what ended(x) says of
// banking x, which is 0 from the goal on, and how likely it busts. `reach` is memory.
function playedOut(goal, rule, scored, own, other, ended, reach) {
  reach.fill(0);
  reach[own] = 1;
  const holdsAt = rule.holdsAt(scored, own, other);
  let worth = 0;
  let bust = 0;
  for (let x = own; x < goal; x++) {
    if (x > own && x - own >= holdsAt) {
      worth += reach[x] * ended(x);
    } else {
      bust += FACE * reach[x];
      for (let gain = 2; gain <= 6; gain++) reach[x + gain] += FACE * reach[x];
    }
  }
  return { worth, bust };
}

// What your best play is worth against a rule: `moving` if you are about to move, `waiting` if the rule is, both
// by its scoring turns, your points and its points. Scores only grow, so states of more points come first, and in
// each one number is left, moving = turn(worth + bust * moving), which is convex and piecewise linear: Newton steps
// end after two or three.
function bestResponse(goal, rule) {
  const size = goal * goal;
  const moving = new Float64Array(rule.counts * size);
  const waiting = new Float64Array(rule.counts * size);
  const memory = turnMemory(goal);
  for (let sum = 2 * goal - 2; sum >= 0; sum--) {
    for (let own = Math.max(0, sum - goal + 1); own <= Math.min(sum, goal - 1); own++) {
      for (let scored = 0; scored < rule.counts; scored++) {
        solveState(goal, rule, scored, own, sum - own, { moving, waiting, memory });
      }
    }
  }
  return { moving, waiting };
}

function solveState(goal, rule, scored, own, other, { moving, waiting, memory }) {
  const at = scored * goal * goal;
  const after = Math.min(scored + 1, rule.counts - 1) * goal * goal;
  const ended = (x) => moving[after + own * goal + x];
  const { worth, bust } = playedOut(goal, rule, scored, other, own, ended, memory.reach);
  const holding = (x) => waiting[at + x * goal + other];
  let value = 0;
  let last = -1;
  // The first step may go anywhere; from then on values rise until the policy is the best.
  for (let step = 0; step < 60 && (step < 2 || value > last); step++) {
    last = value;
    const handed = worth + bust * value;
    const turn = turnWorth(goal, own, holding, handed, memory);
    value = (turn.roll[own] + turn.slope[own] * (worth - handed)) / (1 - turn.slope[own] * bust);
  }
  moving[at + own * goal + other] = value;
  waiting[at + own * goal + other] = worth + bust * value;
}
