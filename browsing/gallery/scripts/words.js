// Games in words: for the line that screen readers announce, the table and the coach.

function percent(chance, digits = 1) {
  return `${(100 * chance).toFixed(digits)}\u00a0%`;
}

// A difference of chances; a small one is not none.
function percentagePoints(difference) {
  const shown = 100 * difference;
  return `${shown > 0 && shown < 0.01 ? "less than 0.01" : shown.toFixed(2)} percentage points`;
}

function count(number, one, several) {
  return `${number} ${number === 1 ? one : several}`;
}

// One event as a sentence.
function sentenceOf(event) {
  const yours = event.before.mover === YOU;
  const score = event.after.points[event.before.mover];
  const who = yours ? "You" : "The opponent";
  if (!event.rolls) {
    const banked = score - event.before.points[event.before.mover];
    return `${who} ${yours ? "hold" : "holds"}: ${banked} banked, ${score} in all.`;
  }
  const rolled = `${who} ${yours ? "roll" : "rolls"} ${event.face}`;
  const lost = event.free ? `${event.before.total} lost, ` : "";
  if (event.face === 1) return `${rolled}: bust, ${lost}still ${score}.`;
  if (event.after.mover === event.before.mover) return `${rolled}: turn total ${event.after.total}.`;
  return `${rolled} and ${yours ? "reach" : "reaches"} ${score}.`;
}

// All that happened from one place among the events on. The opponent's turns are summed up, a sentence each.
function sentencesFrom(game, from) {
  const said = [];
  let faces = [];
  for (const event of game.events.slice(from)) {
    if (event.before.mover === YOU) {
      said.push(sentenceOf(event));
      continue;
    }
    if (event.rolls) faces.push(event.face);
    // A roll that reaches the goal ends the game and the turn.
    if (event.after.mover === OPPONENT) continue;
    const score = event.after.points[OPPONENT];
    const gain = score - event.before.points[OPPONENT];
    const end = event.face === 1 ? `busts, still ${score}` : `banks ${gain}: ${score} in all`;
    said.push(`The opponent rolls ${faces.join(", ")} and ${end}.`);
    faces = [];
  }
  return said.join(" ");
}

// What a choice of yours was worth.
function verdictOn(event) {
  const [own, other] = event.before.points;
  const chosen = event.rolls ? "rolled" : "held";
  const where = `You ${chosen} at turn total ${event.before.total} (you ${own}, opponent ${other}).`;
  const worth = `Rolling was worth ${percent(event.roll)}, holding ${percent(event.hold)}.`;
  const cost = event.cost > 0 ? `It cost you ${percentagePoints(event.cost)}.` : "That was the best choice.";
  return `${where} ${worth} ${cost}`;
}

// Why the opponent did what it did at one event of its turn, and what came of it.
function reasonOf(event, rule) {
  const [own, other] = event.before.points;
  const did = event.rolls ? `It rolls ${event.face}${event.face === 1 ? ", a bust" : ""}.` : "It holds.";
  if (!event.free) return `It has ${other}, you ${own}. A turn opens with a roll. ${did}`;
  const at = `Turn total ${event.before.total}.`;
  const worth = `rolling wins ${percent(event.roll)}, holding ${percent(event.hold)}`;
  if (rule === null) return `${at} For it ${worth}. ${did}`;
  const scored = Math.min(event.before.scored, rule.counts - 1);
  const optimal = event.roll > event.hold ? "roll" : "hold";
  return `${at} ${rule.why(scored, other, own)} ${did} Optimal play would ${optimal}: ${worth}.`;
}
