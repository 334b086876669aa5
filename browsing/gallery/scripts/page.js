// The page: shows the game that its address names, and makes moves of buttons and keys.

const part = (name) => document.getElementById(name);

// What is played; `shown` is the step that is looked at, null for the newest; `asked` and `wondered` say whether the
// coach's answer and the opponent's reasons are open.
const table = { settings: null, contest: null, game: null, shown: null, asked: false, wondered: false };

function lastStep() {
  return table.game.events.length;
}

function shownStep() {
  return table.shown ?? lastStep();
}

function stateAt(step) {
  return step === 0 ? table.game.start : table.game.events[step - 1].after;
}

function isYourTurn() {
  return table.game.winner === null && table.shown === null;
}

// --- Playing

function start(settings) {
  const known = table.settings;
  if (known === null || known.goal !== settings.goal || known.opponent !== settings.opponent) {
    table.contest = contestOf(settings.goal, opponentOf(settings.opponent, settings.goal));
  }
  table.game = replay(settings, table.contest);
  table.settings = settings;
  Object.assign(table, { shown: null, asked: false, wondered: false });
  fillForm(settings);
}

function move(letter) {
  if (!isYourTurn()) {
    say(table.shown === null ? "The game is over. Start a new one below." : "You are looking back: go back to the game first.");
    return;
  }
  if (letter === "h" && table.game.state.total === 0) {
    say("Roll first: a turn opens with a roll.");
    return;
  }
  const before = lastStep();
  table.settings.moves += letter;
  table.game = replay(table.settings, table.contest);
  Object.assign(table, { asked: false, wondered: false });
  history.replaceState(null, "", `#${linkOf(table.settings)}`);
  say(`${sentencesFrom(table.game, before)} ${ending()}`);
  show();
}

// Who has won, "" as long as nobody has.
function outcome() {
  if (table.game.winner === null) return "";
  return table.game.winner === YOU ? "You win!" : "The opponent wins.";
}

// What comes next, in words.
function ending() {
  if (outcome() !== "") return `${outcome()} Your costliest decisions are below.`;
  return table.game.state.total > 0 ? "Roll or hold?" : "Your turn: roll.";
}

function say(text) {
  part("said").textContent = text;
}

function welcome() {
  const began = sentencesFrom(table.game, 0);
  const recent = table.settings.moves === "" ? began : sentencesFrom(table.game, Math.max(0, lastStep() - 1));
  say(`${recent} ${ending()}`.trim());
}

// --- Showing

function show() {
  const { contest, game } = table;
  const step = shownStep();
  const state = stateAt(step);
  part("goal").textContent = contest.goal;
  part("rival").textContent = contest.rule === null ? "optimal play" : contest.rule.name;
  showPlayer("your", YOU, state, step);
  showPlayer("its", OPPONENT, state, step);
  part("turn-total").textContent = state.total;
  part("roll").setAttribute("aria-disabled", String(!isYourTurn()));
  part("hold").setAttribute("aria-disabled", String(!isYourTurn() || state.total === 0));
  showCoach(state, step);
  showChoices(state);
  showReasons(step);
  showReview();
  showSteps(step);
  part("seed-now").textContent = table.settings.seed;
  part("keys-hint").hidden = !part("letters").checked;
  part("link").value = `${location.href.split("#")[0]}#${linkOf(table.settings)}`;
}

function showPlayer(whose, player, state, step) {
  const banked = state.points[player];
  part(`${whose}-score`).textContent = banked;
  showBar(part(`${whose}-bar`), table.contest.goal, banked, state.mover === player ? state.total : 0);
  const faces = latestTurn(player, step).flatMap((event) => (event.rolls ? [event.face] : []));
  const now = state.mover === player && state.total > 0;
  showDice(part(`${whose}-dice`), faces, `${player === YOU ? "your" : "the opponent's"} ${now ? "turn" : "last turn"}`);
  part(player === YOU ? "you" : "opponent").classList.toggle("moves", state.mover === player && table.game.winner === null);
}

// The events of a player's latest turn up to a step.
function latestTurn(player, step) {
  const events = table.game.events.slice(0, step);
  const last = events.findLastIndex((event) => event.before.mover === player);
  const first = events.slice(0, last + 1).findLastIndex((event) => event.before.mover === player && !event.free);
  return last < 0 ? [] : events.slice(first, last + 1);
}

function showCoach(state, step) {
  const { contest, game } = table;
  const chances = [contest.chance(game.start), ...game.events.map((event) => event.chance)];
  part("chance").textContent = percent(chances[step]);
  const label = `Your chance to win, from ${percent(chances[0])} at the start to ${percent(chances.at(-1))} after step` +
    ` ${lastStep()}. The table under Look back has all steps.`;
  showCurve(part("curve"), chances, step, label);
  const made = choicesIn(game).filter((place) => place < step);
  part("verdict").textContent = made.length > 0 ? verdictOn(game.events[made.at(-1)]) : "You have not had a choice yet.";
  const lost = made.reduce((sum, place) => sum + game.events[place].cost, 0);
  const best = made.filter((place) => game.events[place].cost === 0).length;
  part("given-away").textContent =
    made.length > 0 ? `So far ${best} of ${count(made.length, "choice", "choices")} best; given away ${percentagePoints(lost)} in all.` : "";
}

function showChoices(state) {
  const yours = state.mover === YOU && !isOver(state);
  const open = table.asked || (part("before").checked && yours);
  part("ask").hidden = part("before").checked;
  part("ask").setAttribute("aria-expanded", String(open));
  part("choices").hidden = !open;
  if (!open) return;
  if (!yours) {
    part("choices").textContent = isOver(state) ? "The game is over." : "It is the opponent's turn here.";
    return;
  }
  const { roll, hold } = table.contest.choices(state);
  if (state.total === 0) {
    part("choices").textContent = `A turn opens with a roll; you then win with ${percent(roll)}.`;
    return;
  }
  const advice = roll > hold ? "Roll" : "Hold";
  const better = document.createElement("p");
  better.textContent = `${advice}: it is better by ${percentagePoints(Math.abs(roll - hold))}.`;
  part("choices").replaceChildren(scaleOf("Roll", roll, roll > hold), scaleOf("Hold", hold, roll <= hold), better);
}

function isOver(state) {
  return state.points.some((banked) => banked >= table.contest.goal);
}

// What one choice is worth, in words and as a bar.
function scaleOf(name, chance, best) {
  const row = document.createElement("div");
  row.className = best ? "scale best" : "scale";
  const words = document.createElement("span");
  words.textContent = `${name} wins ${percent(chance, 2)}`;
  const bar = svgOf("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" });
  bar.append(svgOf("rect", { width: chance, height: 1 }));
  row.append(words, bar);
  return row;
}

function showReasons(step) {
  part("why").setAttribute("aria-expanded", String(table.wondered));
  part("reasons").hidden = !table.wondered;
  const turn = latestTurn(OPPONENT, step);
  const list = document.createElement("ol");
  for (const event of turn) {
    const item = document.createElement("li");
    item.textContent = reasonOf(event, table.contest.rule);
    list.append(item);
  }
  part("reasons").replaceChildren(turn.length > 0 ? list : "The opponent has not moved yet.");
}

function showReview() {
  const { game } = table;
  part("review").hidden = game.winner === null;
  if (game.winner === null) return;
  const items = costliest(game, 3).map((place) => {
    const item = document.createElement("li");
    const text = document.createElement("span");
    text.textContent = verdictOn(game.events[place]);
    const look = button(`Look at step ${place}`, () => {
      lookAt(place);
      part("game").focus();
    });
    item.append(text, " ", look);
    return item;
  });
  const none = document.createElement("li");
  none.textContent = "None: every choice of yours was the best one.";
  part("costliest").replaceChildren(...(items.length > 0 ? items : [none]));
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function showSteps(step) {
  part("step").max = lastStep();
  part("step").value = step;
  part("step").setAttribute("aria-valuetext", `Step ${step} of ${lastStep()}`);
  part("back").setAttribute("aria-disabled", String(step === 0));
  part("forward").setAttribute("aria-disabled", String(step === lastStep()));
  part("now").setAttribute("aria-disabled", String(table.shown === null));
  part("step-said").textContent = step === 0 ? "Step 0: the start." : `Step ${step}: ${sentenceOf(table.game.events[step - 1])}`;
  part("record").tBodies[0].replaceChildren(...table.game.events.map(rowOf));
}

function rowOf(event, place) {
  const yours = event.before.mover === YOU;
  const row = document.createElement("tr");
  const cells = [
    place + 1,
    yours ? "You" : "Opponent",
    event.rolls ? `rolls ${event.face}` : "holds",
    event.after.total,
    ...event.after.points,
    percent(event.chance),
    yours && event.free ? (100 * event.cost).toFixed(2) : "",
  ];
  for (const cell of cells) row.insertCell().textContent = cell;
  return row;
}

// --- Looking back

function lookAt(step) {
  const wanted = Math.max(0, Math.min(step, lastStep()));
  table.shown = wanted === lastStep() ? null : wanted;
  table.asked = table.shown !== null && stateAt(wanted).mover === YOU;
  say(table.shown === null ? ending() : `Looking back at step ${wanted}.`);
  show();
}

// --- A new game, and saved ones

function fillForm(settings) {
  const [, kind, digits] = /^([a-z]+)(\d*)$/.exec(settings.opponent);
  part("kind").value = kind;
  if (digits !== "") part("number").value = digits;
  part("to").value = settings.goal;
  part("first").value = settings.first;
  fitNumber();
}

// n means something for some opponents only, and not more than the goal, or than so many turns.
function fitNumber() {
  const kind = part("kind").value;
  part("number-row").hidden = kind !== "hold" && kind !== "turns";
  part("number").disabled = part("number-row").hidden;
  part("number").max = kind === "turns" ? MOST_TURNS : part("to").value;
}

function chooseKind() {
  part("number").value = part("kind").value === "turns" ? 4 : 20;
  fitNumber();
}

function settingsOfForm() {
  const kind = part("kind").value;
  const number = part("number").disabled ? "" : Number(part("number").value);
  const seed = part("seed").value.trim() || freshSeed();
  const asked = { seed, goal: part("to").value, opponent: `${kind}${number}`, first: part("first").value, moves: "" };
  return readLink(linkOf(asked));
}

function newGame(submitted) {
  submitted.preventDefault();
  attempt(() => begin(settingsOfForm()));
}

function playAgain() {
  begin({ ...table.settings, seed: freshSeed(), moves: "" });
}

// Go to another game; the one before stays where the browser's Back leads.
function begin(settings) {
  start(settings);
  history.pushState(null, "", `#${linkOf(settings)}`);
  welcome();
  show();
  part("roll").focus();
}

function openAddress() {
  attempt(() => {
    const fresh = { seed: freshSeed(), goal: 100, opponent: "optimal", first: "you", moves: "" };
    start(location.hash.length > 1 ? readLink(location.hash) : fresh);
    welcome();
    show();
  });
}

async function openFile() {
  const [file] = part("open").files;
  if (file === undefined) return;
  const text = (await file.text()).split(/\s/, 1)[0];
  attempt(() => {
    begin(readLink(text));
    part("saved").textContent = `Opened ${file.name}.`;
  });
}

// Do it, or say in words why it cannot be done; what was shown before stays.
function attempt(act) {
  part("problem").hidden = true;
  try {
    act();
  } catch (error) {
    part("problem").textContent = error.message;
    part("problem").hidden = false;
    if (table.game === null) {
      start({ seed: freshSeed(), goal: 100, opponent: "optimal", first: "you", moves: "" });
      show();
    }
  }
}

async function copyLink() {
  part("link").select();
  try {
    await navigator.clipboard.writeText(part("link").value);
    part("saved").textContent = "The link is copied.";
  } catch {
    part("saved").textContent = "The link is selected: copy it as you copy text.";
  }
}

// A saved game is its link, and what happened in words for whoever reads the file.
function saveFile() {
  const lines = [`#${linkOf(table.settings)}`, "", ...table.game.events.map(sentenceOf), outcome()];
  const address = URL.createObjectURL(new Blob([lines.join("\n")], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `pig-${table.settings.seed}.txt`;
  link.click();
  URL.revokeObjectURL(address);
  part("saved").textContent = `Saved as ${link.download}.`;
}

// --- Buttons and keys

const KEYS = { r: () => move("r"), h: () => move("h"), b: () => ask(), w: () => wonder() };

function ask() {
  table.asked = part("choices").hidden;
  show();
}

function wonder() {
  table.wondered = part("reasons").hidden;
  show();
}

// Single letters only, only inside the game, only without a modifier, only while they are switched on. Nothing that
// the browser does with a key is prevented.
function press(event) {
  const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (!part("letters").checked || modified || event.repeat || event.isComposing) return;
  if (Object.hasOwn(KEYS, event.key)) KEYS[event.key]();
}

function connect() {
  part("roll").addEventListener("click", () => move("r"));
  part("hold").addEventListener("click", () => move("h"));
  part("ask").addEventListener("click", ask);
  part("why").addEventListener("click", wonder);
  part("game").addEventListener("keydown", press);
  part("before").addEventListener("change", show);
  part("letters").addEventListener("change", show);
  part("step").addEventListener("input", () => lookAt(Number(part("step").value)));
  part("back").addEventListener("click", () => lookAt(shownStep() - 1));
  part("forward").addEventListener("click", () => lookAt(shownStep() + 1));
  part("now").addEventListener("click", () => lookAt(lastStep()));
  part("kind").addEventListener("change", chooseKind);
  part("to").addEventListener("change", fitNumber);
  part("again").addEventListener("click", playAgain);
  part("new").addEventListener("submit", newGame);
  part("copy").addEventListener("click", copyLink);
  part("save").addEventListener("click", saveFile);
  part("open").addEventListener("change", openFile);
  window.addEventListener("hashchange", openAddress);
  window.addEventListener("resize", () => showCoach(stateAt(shownStep()), shownStep()));
}

connect();
openAddress();
