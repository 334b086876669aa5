// Games in words, the same as on the pages that the command serves: what happens, the table and the coach.

function percent(chance) {
  return `${(100 * chance).toFixed(2)}\u00a0%`;
}

// A difference of chances; a small one is not none.
function percentagePoints(difference) {
  const shown = 100 * difference;
  return `${shown > 0 && shown < 0.01 ? "less than 0.01" : shown.toFixed(2)} percentage points`;
}

function count(number, one) {
  return `${number} ${one}${number === 1 ? "" : "s"}`;
}

// All that happened from one place among the events on: each of your decisions a sentence, and each of the opponent's
// turns.
function sentencesFrom(game, from) {
  const said = [];
  let turn = [];
  for (const event of game.events.slice(from)) {
    turn.push(event);
    if (event.before.mover === OPPONENT && event.after.mover === OPPONENT && !isOver(event.after, game.goal)) continue;
    said.push(sentenceOf(turn));
    turn = [];
  }
  return said;
}

function isOver(state, goal) {
  return state.points.some((banked) => banked >= goal);
}

// A decision of yours, or a turn of the opponent's: "The opponent rolls 4, 3 and holds: 7 banked, it has 7."
function sentenceOf(turn) {
  const yours = turn[0].before.mover === YOU;
  const verb = yours ? "roll" : "rolls";
  const done = turn.map((event, place) => {
    if (!event.rolls) return yours ? "hold" : "holds";
    return place > 0 && turn[place - 1].rolls ? String(event.face) : `${verb} ${event.face}`;
  });
  const end = done.pop();
  const words = done.length > 0 ? `${done.join(", ")} and ${end}` : end;
  return `${yours ? "You" : "The opponent"} ${words}${outcomeOf(turn.at(-1), turn[0].before)}`;
}

// What that comes to.
function outcomeOf(event, opening) {
  const player = event.before.mover;
  if (event.face === 1) return event.before.total > 0 ? `: bust, ${event.before.total} gone.` : ": bust.";
  if (event.after.total > 0) return `: ${event.after.total} at risk.`;
  const score = event.after.points[player];
  return `: ${score - opening.points[player]} banked, ${player === YOU ? "you have" : "it has"} ${score}.`;
}

// Who has won, "" as long as nobody has.
function resultOf(game) {
  const [yours, its] = game.state.points;
  if (game.winner === null) return "";
  return game.winner === YOU ? `You win, ${yours} to ${its}.` : `The opponent wins, ${its} to ${yours}.`;
}

// Where a decision of yours was made, and what it was worth.
function whereOf(event) {
  const [own, other] = event.before.points;
  return `At ${own} to ${other}, ${event.before.total} at risk`;
}

function judged(event) {
  const [chosen, better] = event.rolls ? ["roll", "hold"] : ["hold", "roll"];
  const wins = `you chose to ${chosen}, which wins ${percent(event[chosen])}`;
  if (event.cost === 0) return `${wins}: the best choice.`;
  return `${wins}; to ${better} wins ${percent(event[better])}. It cost ${percentagePoints(event.cost)}.`;
}

// Why the opponent did what it did at one event of its turn.
function reasonOf(event, rule) {
  const [own, other] = event.before.points;
  const [chosen, left] = event.rolls ? ["roll", "hold"] : ["hold", "roll"];
  if (!event.free) return "To open it chose to roll: there was no other choice.";
  const at = `At ${event.before.total} it chose to ${chosen}:`;
  if (rule === null) return `${at} that wins ${percent(event[chosen])} of the time, to ${left} ${percent(event[left])}.`;
  const scored = Math.min(event.before.scored, rule.counts - 1);
  const optimal = event.roll > event.hold ? "roll" : "hold";
  const worth = `to roll wins ${percent(event.roll)}, to hold ${percent(event.hold)}`;
  return `${at} its rule says so. ${rule.why(scored, other, own)} Optimal play would ${optimal}: ${worth}.`;
}
