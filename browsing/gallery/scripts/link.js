// A game as the part of an address after its #, and back: seed=7&goal=100&opponent=hold20&first=you&moves=rrh

const MOST_SEED = 2 ** 32 - 1;

function linkOf(settings) {
  return `seed=${settings.seed}&goal=${settings.goal}&opponent=${settings.opponent}&first=${settings.first}` +
    `&moves=${settings.moves}`;
}

// The settings and moves of a link; throws an error in words if it is none.
function readLink(text) {
  const given = new URLSearchParams(text.slice(text.indexOf("#") + 1));
  const goals = Object.keys(PIG_TABLES).map(Number);
  const goal = checked(given, "goal", goals.join(", "), (found) => goals.includes(Number(found)));
  const kinds = `optimal, pace, hold1 to hold${goal} or turns1 to turns${MOST_TURNS}`;
  const opponent = (found) => opponentOf(found, Number(goal)) !== undefined;
  const seed = (found) => /^\d{1,10}$/.test(found) && Number(found) <= MOST_SEED;
  return {
    seed: Number(checked(given, "seed", `a whole number from 0 to ${MOST_SEED}`, seed)),
    goal: Number(goal),
    opponent: checked(given, "opponent", kinds, opponent),
    first: checked(given, "first", "you or opponent", (found) => found === "you" || found === "opponent"),
    moves: checked(given, "moves", "the letters r and h only", (found) => /^[rh]{0,5000}$/.test(found)),
  };
}

function checked(given, name, rule, fits) {
  const found = given.get(name) ?? "";
  if (!fits(found)) throw new Error(`${name}: expected ${rule}, got "${found}". Correct it, or start a new game.`);
  return found;
}

function freshSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
