// What is drawn: dice with pips, bars of points, and the curve of your chance.

const SVG = "http://www.w3.org/2000/svg";
// Where pips are, on a grid of three by three, row by row from 0 to 8.
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function svgOf(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function dieFace(face) {
  const pips = PIPS[face].map((place) =>
    svgOf("circle", { cx: 10 + 10 * (place % 3), cy: 10 + 10 * Math.floor(place / 3), r: 3.6, class: "pip" }),
  );
  const name = face === 1 ? "1, a bust" : String(face);
  const body = svgOf("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8, class: "body" });
  const kind = face === 1 ? "die bust" : "die";
  return svgOf("svg", { viewBox: "0 0 40 40", class: kind, role: "img", "aria-label": name }, body, ...pips);
}

// The dice of one turn; a text says so where there are none.
function showDice(box, faces, when) {
  const row = document.createElement("ul");
  row.setAttribute("aria-label", `Dice of ${when}`);
  for (const face of faces) {
    const item = document.createElement("li");
    item.append(dieFace(face));
    row.append(item);
  }
  const empty = document.createElement("p");
  empty.className = "quiet";
  empty.textContent = "No roll yet";
  box.replaceChildren(faces.length > 0 ? row : empty);
}

function showBar(bar, goal, banked, total) {
  bar.setAttribute("viewBox", `0 0 ${goal} 1`);
  bar.setAttribute("preserveAspectRatio", "none");
  const risk = Math.min(total, goal - banked);
  bar.replaceChildren(
    svgOf("rect", { x: 0, y: 0, width: Math.min(banked, goal), height: 1, class: "banked" }),
    svgOf("rect", { x: banked, y: 0, width: Math.max(0, risk), height: 1, class: "at-risk" }),
  );
}

// The curve as wide as its box, so that its words stay as large as other words. `shown` is the step to be marked.
function showCurve(box, chances, shown, label) {
  const [width, height, left, below, above, right] = [Math.max(220, box.clientWidth), 190, 46, 26, 12, 12];
  const x = (step) => left + ((width - left - right) * step) / Math.max(1, chances.length - 1);
  const y = (chance) => above + (height - above - below) * (1 - chance);
  const parts = [0, 0.25, 0.5, 0.75, 1].flatMap((chance) => [
    svgOf("line", { x1: left, x2: width - right, y1: y(chance), y2: y(chance), class: chance === 0.5 ? "half" : "grid" }),
    svgOf("text", { x: left - 6, y: y(chance) + 4, "text-anchor": "end" }, `${100 * chance} %`),
  ]);
  const path = chances.map((chance, step) => `${step ? "L" : "M"}${x(step).toFixed(1)} ${y(chance).toFixed(1)}`);
  parts.push(svgOf("path", { d: path.join(""), class: "line" }));
  parts.push(svgOf("circle", { cx: x(shown), cy: y(chances[shown]), r: 5, class: "mark" }));
  const steps = `step ${shown} of ${chances.length - 1}`;
  parts.push(svgOf("text", { x: width - right, y: height - 6, "text-anchor": "end" }, steps));
  const frame = { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label };
  box.replaceChildren(svgOf("svg", frame, ...parts));
}
