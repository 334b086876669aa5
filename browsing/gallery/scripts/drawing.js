// What is drawn: dice with pips, bars of points, and the curve of your chance.

const SVG = "http://www.w3.org/2000/svg";
// Where pips are, on a grid of three by three, row by row from 0 to 8.
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
// Of the curve, in the units of its picture.
const [WIDTH, HEIGHT] = [600, 160];

function svgOf(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function dieFace(face) {
  const pips = PIPS[face].map((place) =>
    svgOf("circle", { cx: 10 + 10 * (place % 3), cy: 10 + 10 * Math.floor(place / 3), r: 3.6 }),
  );
  const body = svgOf("rect", { x: 2, y: 2, width: 36, height: 36, rx: 8 });
  return svgOf("svg", { viewBox: "0 0 40 40", class: "die", role: "img", "aria-label": face }, body, ...pips);
}

// How much a turn total is, from 0 to 10, which it is from a quarter of the goal on.
function riskLevel(total, goal) {
  return Math.min(10, Math.ceil((40 * total) / goal));
}

// The rolls of one turn, with what each puts at risk; a text says so where there are none.
function showThrows(box, turn, goal, whose) {
  const rolls = turn.filter((event) => event.rolls);
  const row = document.createElement("ul");
  row.className = "throws";
  row.setAttribute("aria-label", `${whose} rolls`);
  for (const [place, event] of rolls.entries()) {
    const total = event.face === 1 ? 0 : event.before.total + event.face;
    const item = document.createElement("li");
    item.className = place === rolls.length - 1 ? "last" : "earlier";
    item.classList.toggle("bust", event.face === 1);
    Object.assign(item.dataset, { total, level: riskLevel(total, goal) });
    item.append(dieFace(event.face));
    row.append(item);
  }
  const empty = document.createElement("p");
  empty.className = "quiet";
  empty.textContent = WORDS.no_roll;
  box.replaceChildren(rolls.length > 0 ? row : empty);
}

function showBar(bar, goal, banked, total) {
  const [safe, risk] = [Math.min(1, banked / goal), Math.min(1 - Math.min(1, banked / goal), total / goal)];
  bar.replaceChildren(
    svgOf("rect", { width: safe, height: 1, class: "banked" }),
    svgOf("rect", { x: safe, width: risk, height: 1, class: "risked" }),
  );
}

function showCurve(box, chances) {
  const last = Math.max(1, chances.length - 1);
  const places = chances.map((chance, step) => [(WIDTH * step) / last, HEIGHT * (1 - chance)]);
  const [x, y] = places.at(-1);
  box.setAttribute(
    "aria-label",
    `${WORDS.chance}: ${percent(chances[0])} at the start, ${percent(chances.at(-1))} now,` +
      ` between ${percent(Math.min(...chances))} and ${percent(Math.max(...chances))}.`,
  );
  box.replaceChildren(
    svgOf("line", { x2: WIDTH, y1: 0, y2: 0 }),
    svgOf("line", { x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "half" }),
    svgOf("line", { x2: WIDTH, y1: HEIGHT, y2: HEIGHT }),
    svgOf("polyline", { points: places.map((place) => place.map((one) => one.toFixed(1)).join()).join(" ") }),
    svgOf("path", { class: "end", d: `M${x.toFixed(1)},${y.toFixed(1)} h0.01` }),
  );
}
