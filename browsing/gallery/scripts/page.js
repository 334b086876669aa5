// The page: shows the game that its address names, and makes decisions of buttons and keys.

const part = (name) => document.getElementById(name);

// What is played. `whole` is the game of the address; `game` as much of it as is shown, after so many of your decisions,
// `after`, or all of them if that is null. `coaching`: whether the coach speaks.
const table = { settings: null, contest: null, whole: null, game: null, after: null, coaching: true };

// --- Playing

function start(settings) {
  const known = table.settings;
  if (known === null || known.goal !== settings.goal || known.opponent !== settings.opponent) {
    table.contest = contestOf(settings.goal, opponentOf(settings.opponent, settings.goal));
  }
  table.whole = replay(settings, table.contest);
  Object.assign(table, { settings, game: table.whole, after: null });
  fillForm(settings);
}

// Your decisions that are shown.
function movesShown() {
  return table.settings.moves.slice(0, table.after ?? undefined);
}

function mayHold() {
  return table.game.winner === null && table.game.state.total > 0;
}

function move(letter) {
  if (table.game.winner !== null || (letter === "h" && !mayHold())) return;
  table.settings.moves = movesShown() + letter;
  table.whole = replay(table.settings, table.contest);
  Object.assign(table, { game: table.whole, after: null });
  history.replaceState(null, "", `#${linkOf(table.settings)}`);
  show();
  showTurn();
}

// Show as much of the game as follows from so many of your decisions.
function lookAt(decisions) {
  const wanted = Math.max(0, Math.min(decisions, table.settings.moves.length));
  table.after = wanted === table.settings.moves.length ? null : wanted;
  table.game = replay({ ...table.settings, moves: movesShown() }, table.contest);
  show();
}

// --- Showing

function show() {
  endOfShow?.();
  const { contest, game, settings } = table;
  part("goal").textContent = contest.goal;
  part("rival").textContent = contest.rule === null ? "optimal" : contest.rule.name;
  part("rival-says").textContent = contest.rule === null ? "Plays so that its chance to win is as high as possible." : contest.rule.says;
  showSide("your", YOU);
  showSide("its", OPPONENT);
  showSaid();
  const total = game.state.mover === YOU ? game.state.total : 0;
  writeRisk({ words: WORDS.at_risk, total, level: riskLevel(total, contest.goal) });
  showOptions();
  showReasons();
  showCoach();
  showReview();
  showSteps();
  showLetters();
  part("seed-now").textContent = settings.seed;
  part("link").value = `${location.href.split("#")[0]}#${linkOf(settings)}`;
}

function showSide(whose, player) {
  const { contest, game } = table;
  const { state } = game;
  const banked = state.points[player];
  const turn = latestTurn(player);
  const moves = state.mover === player && game.winner === null;
  part(`${whose}-score`).textContent = banked;
  showBar(part(`${whose}-bar`), contest.goal, banked, state.mover === player ? state.total : 0);
  showThrows(part(`${whose}-dice`), turn, contest.goal, player === YOU ? "Your" : "The opponent's");
  part(`${whose}-state`).textContent = moves ? ` ${WORDS.to_move}` : game.winner === player ? ` ${WORDS.at_goal}` : "";
  const side = part(player === YOU ? "you" : "opponent");
  side.classList.toggle("moves", moves);
  side.classList.toggle("wins", game.winner === player);
  // Its turn is shown throw by throw if it came after your last decision.
  delete side.dataset.before;
  if (player === OPPONENT && game.events.at(-1)?.before.mover === OPPONENT) side.dataset.before = turn[0].before.points[OPPONENT];
}

// The events of a player's latest turn.
function latestTurn(player) {
  const { events } = table.game;
  const last = events.findLastIndex((event) => event.before.mover === player);
  const first = events.slice(0, last + 1).findLastIndex((event) => event.before.mover === player && !event.free);
  return last < 0 ? [] : events.slice(first, last + 1);
}

// What your last decision has come to, and what the opponent has done since.
function showSaid() {
  const { game } = table;
  const from = Math.max(0, game.events.findLastIndex((event) => event.before.mover === YOU));
  const said = sentencesFrom(game, from);
  const lines = (said.length > 0 ? said : [WORDS.your_move]).map((sentence) => paragraph(sentence));
  if (game.winner !== null) lines.push(paragraph(resultOf(game), `result ${game.winner === YOU ? "won" : "lost"}`));
  part("said").replaceChildren(...lines);
}

function paragraph(text, kind = "") {
  const made = document.createElement("p");
  made.textContent = text;
  made.className = kind;
  return made;
}

function showOptions() {
  const { contest, game } = table;
  const over = game.winner !== null;
  const focused = part("hold") === document.activeElement;
  part("options").hidden = over;
  part("after").hidden = !over;
  part("hold-place").hidden = !mayHold();
  part("hold-says").textContent = `${WORDS.hold} and bank ${game.state.total}`;
  if (focused && !mayHold()) part("roll").focus();
  const worths = table.coaching && mayHold() ? contest.choices(game.state) : null;
  const best = worths !== null && worths.roll > worths.hold ? "roll" : "hold";
  for (const name of ["roll", "hold"]) {
    part(`${name}-worth`).textContent = worths === null ? "" : percent(worths[name]);
    if (worths === null || name !== best) continue;
    const mark = document.createElement("b");
    mark.textContent = WORDS.best;
    part(`${name}-worth`).append(" ", mark);
  }
}

function showReasons() {
  const turn = latestTurn(OPPONENT);
  const weighed = turn.filter((event) => event.free);
  part("why").hidden = turn.length === 0;
  part("reasons").replaceChildren(
    ...(weighed.length > 0 ? weighed : turn).map((event) => itemOf(reasonOf(event, table.contest.rule))),
  );
}

function itemOf(...content) {
  const item = document.createElement("li");
  item.append(...content);
  return item;
}

function showCoach() {
  const { contest, game } = table;
  const chances = [contest.chance(game.start), ...game.events.map((event) => event.chance)];
  part("chance").textContent = percent(chances.at(-1));
  showCurve(part("curve"), chances);
  const speaks = table.coaching || game.winner !== null;
  const made = choicesIn(game).map((place) => game.events[place]);
  const last = game.events.findLast((event) => event.before.mover === YOU);
  part("verdict").textContent = speaks && last?.free ? `${whereOf(last)} ${judged(last)}` : "";
  const lost = made.reduce((sum, event) => sum + event.cost, 0);
  part("given-away").textContent =
    speaks && made.length > 0 ? `Given away so far: ${percentagePoints(lost)} in ${count(made.length, "choice")}.` : "";
  part("coaching").setAttribute("aria-pressed", String(table.coaching));
  part("coaching").querySelector("span").textContent = table.coaching ? WORDS.coach_off : WORDS.coach_on;
}

function showReview() {
  const { game } = table;
  part("review").hidden = game.winner === null;
  if (game.winner === null) return;
  const items = costliest(game, 3).map((place) => {
    const event = game.events[place];
    const before = game.events.slice(0, place).filter((one) => one.before.mover === YOU).length;
    const look = document.createElement("button");
    look.type = "button";
    look.className = "button";
    look.textContent = whereOf(event);
    look.addEventListener("click", () => {
      lookAt(before);
      part("game").focus();
    });
    return itemOf(look, ` ${judged(event)}`);
  });
  part("review-heading").textContent = items.length > 0 ? WORDS.costliest : WORDS.nothing_lost;
  part("costliest").replaceChildren(...items);
}

function showSteps() {
  const all = table.settings.moves.length;
  const at = table.after ?? all;
  part("step-said").textContent = `Decision ${at} of ${all}`;
  part("replaces").hidden = at === all;
  for (const name of ["start", "back"]) part(name).setAttribute("aria-disabled", String(at === 0));
  for (const name of ["forward", "latest"]) part(name).setAttribute("aria-disabled", String(at === all));
  part("record").tBodies[0].replaceChildren(...table.game.events.map(rowOf));
}

function rowOf(event, place) {
  const yours = event.before.mover === YOU;
  const row = document.createElement("tr");
  const cells = [
    place + 1,
    yours ? WORDS.you : WORDS.opponent,
    event.rolls ? `rolls ${event.face}` : "holds",
    event.after.total,
    ...event.after.points,
    percent(event.chance),
    yours && event.free ? (100 * event.cost).toFixed(2) : "",
  ];
  for (const cell of cells) row.insertCell().textContent = cell;
  return row;
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

function playAgain(seed) {
  begin({ ...table.settings, seed, moves: "" });
}

// Go to another game; the one before stays where the browser's Back leads.
function begin(settings) {
  start(settings);
  history.pushState(null, "", `#${linkOf(settings)}`);
  show();
  part("roll").focus();
  showTurn();
}

function openAddress() {
  attempt(() => {
    const fresh = { seed: freshSeed(), goal: 100, opponent: "optimal", first: "you", moves: "" };
    start(location.hash.length > 1 ? readLink(location.hash) : fresh);
    show();
    // The opponent opened the game.
    if (table.settings.moves === "") showTurn();
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
  const lines = [`#${linkOf(table.settings)}`, "", ...sentencesFrom(table.whole, 0), resultOf(table.whole)];
  const address = URL.createObjectURL(new Blob([lines.join("\n")], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `pig-${table.settings.seed}.txt`;
  link.click();
  URL.revokeObjectURL(address);
  part("saved").textContent = `Saved as ${link.download}.`;
}

// --- Buttons and keys

const KEYS = {
  r: () => move("r"),
  h: () => move("h"),
  c: () => turnCoach(),
  w: () => part("why").toggleAttribute("open"),
  s: () => endOfShow?.(),
};

function turnCoach() {
  table.coaching = !table.coaching;
  show();
}

function press(event) {
  const key = gameKey(event);
  if (Object.hasOwn(KEYS, key)) KEYS[key]();
}

function connect() {
  const at = () => table.after ?? table.settings.moves.length;
  const acts = {
    roll: () => move("r"),
    hold: () => move("h"),
    coaching: turnCoach,
    start: () => lookAt(0),
    back: () => lookAt(at() - 1),
    forward: () => lookAt(at() + 1),
    latest: () => lookAt(table.settings.moves.length),
    again: () => playAgain(freshSeed()),
    same: () => playAgain(table.settings.seed),
    copy: copyLink,
    save: saveFile,
  };
  for (const [name, act] of Object.entries(acts)) part(name).addEventListener("click", act);
  document.addEventListener("keydown", press);
  part("kind").addEventListener("change", chooseKind);
  part("to").addEventListener("change", fitNumber);
  part("new").addEventListener("submit", newGame);
  part("open").addEventListener("change", openFile);
  window.addEventListener("hashchange", openAddress);
}

connect();
openAddress();
