// A game is its settings and your moves: the seed says every throw, and the opponent has no choice. So a game is
// played by playing it again from the start, and a link that names settings and moves is the whole game.

const YOU = 0;
const OPPONENT = 1;

// The events of a game so far and the state that it is in.
function replay(settings, contest) {
  const throwDie = dieOf(settings.seed);
  const game = { goal: contest.goal, events: [], start: startOf(settings), state: startOf(settings), winner: null };
  let taken = 0;
  while (game.winner === null && (game.state.mover === OPPONENT || taken < settings.moves.length)) {
    const opponents = game.state.mover === OPPONENT;
    const rolls = opponents ? contest.opponentRolls(game.state) : settings.moves[taken++] === "r";
    if (!rolls && game.state.total === 0) throw wrongMove(taken, settings.moves, "r, as a turn opens with a roll");
    const event = happened(game.state, rolls, rolls ? throwDie() : 0, contest);
    game.events.push(event);
    game.state = event.after;
    if (game.state.points[event.before.mover] >= contest.goal) game.winner = event.before.mover;
  }
  if (taken < settings.moves.length) throw wrongMove(taken + 1, settings.moves, "none, as the game is over");
  return game;
}

function startOf(settings) {
  return { points: [0, 0], total: 0, mover: settings.first === "you" ? YOU : OPPONENT, scored: 0 };
}

function wrongMove(number, moves, rule) {
  return new Error(`moves: expected ${rule}, got "${moves[number - 1]}" (move ${number}). Start a new game.`);
}

// One roll or hold, what it led to, and what it was worth. Who rolls up to the goal has won: nobody would roll on.
function happened(before, rolls, face, contest) {
  const after = { ...before, points: [...before.points] };
  if (rolls) after.total = face === 1 ? 0 : before.total + face;
  if (!rolls || after.points[after.mover] + after.total >= contest.goal) {
    after.points[after.mover] += after.total;
    after.scored += after.mover === OPPONENT ? 1 : 0;
    after.total = 0;
  }
  if (after.total === 0) after.mover = 1 - after.mover;
  const choice = before.mover === YOU ? contest.choices(before) : contest.opponentChoices(before);
  const free = before.total > 0;
  return {
    before,
    after,
    rolls,
    face,
    ...choice,
    free,
    cost: free ? choice.best - (rolls ? choice.roll : choice.hold) : 0,
    chance: contest.chance(after),
  };
}

// Places of your choices among the events.
function choicesIn(game) {
  return game.events.flatMap((event, place) => (event.before.mover === YOU && event.free ? [place] : []));
}

// Places of your costliest choices, the costliest first; those that cost nothing are left out.
function costliest(game, count) {
  const cost = (place) => game.events[place].cost;
  return choicesIn(game)
    .filter((place) => cost(place) > 0)
    .sort((one, other) => cost(other) - cost(one) || one - other)
    .slice(0, count);
}
