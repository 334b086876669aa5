// Whom one can play against. A rule of thumb says by its own scoring turns so far, its banked score, the other's
// and its turn total whether it rolls; `counts` is how many numbers of scoring turns it tells apart. Optimal play
// has no rule: the table says what to do. The rules are those of Neller & Presser 2010, "Practical play of the dice
// game Pig", UMAP Journal 31 (1).

const MOST_TURNS = 10;
const END_RACE = 29;

function holdAt(least) {
  return {
    name: `hold-at-${least}`,
    says: `Holds at ${least}, or as soon as that reaches the goal.`,
    counts: 1,
    holdsAt: () => least,
    why: () => `It holds at ${least} or more.`,
  };
}

// Reach the goal in so many scoring turns of about equal size.
function scoringTurns(goal, turns) {
  const holdsAt = (scored, own) => Math.max(1, Math.floor((goal - own) / (turns - scored)));
  return {
    name: `${turns}-scoring-turns`,
    says: `Aims to reach the goal in ${count(turns, "scoring turn")} of about equal size.`,
    counts: turns,
    holdsAt,
    why: (scored, own) => {
      const left = turns - scored;
      const size = `${goal - own} points lack and ${left} scoring ${left === 1 ? "turn is" : "turns are"} left`;
      return `${size}: it holds at ${holdsAt(scored, own)} or more.`;
    },
  };
}

// Roll for the win as soon as anybody is so close to the goal; until then keep pace: hold at 21, a point more or less for
// every 8 points between the scores.
function keepPace(goal) {
  const ending = (own, other) => Math.max(own, other) >= goal - END_RACE;
  const pace = (own, other) => Math.max(1, 21 + Math.floor((2 * (other - own) + 8) / 16));
  return {
    name: "keep-pace",
    says: `Rolls until it wins once either player is within ${END_RACE} points of the goal. Until then it holds at 21 plus an eighth of the points that it trails by.`,
    counts: 1,
    holdsAt: (scored, own, other) => (ending(own, other) ? goal : pace(own, other)),
    why: (scored, own, other) =>
      ending(own, other)
        ? `Somebody is within ${END_RACE} points of the goal: it rolls for the win.`
        : `It keeps pace: 21 and an eighth of the points between you, so it holds at ${pace(own, other)} or more.`,
  };
}

// The opponent of a code such as hold20, turns4, pace or optimal; null for the last, undefined for no opponent's.
function opponentOf(code, goal) {
  if (code === "optimal") return null;
  if (code === "pace") return keepPace(goal);
  const [, kind, digits] = /^(hold|turns)([1-9]\d{0,2})$/.exec(code) ?? [];
  const number = Number(digits);
  if (kind === "hold" && number <= goal) return holdAt(number);
  if (kind === "turns" && number <= MOST_TURNS) return scoringTurns(goal, number);
  return undefined;
}
