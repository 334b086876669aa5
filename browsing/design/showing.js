// The opponent's turn as one would see it at a table: one throw after the other, what is at risk growing, then what
// comes of it. Whoever decides meanwhile, presses Skip or asks for no motion sees the end at once.

// Milliseconds that each throw is looked at.
const LOOK = 650

// What is being shown: ends it. Null if nothing is.
let endOfShow = null

// Shows a turn of the opponent's whose end is on the page already. Of its side, `before` is its score before, and of
// each throw `total` is what is then at risk; `level` says how much that is, 0 to 10.
function showTurn() {
  endOfShow?.()
  const side = document.querySelector(".side.opponent[data-before]")
  const throws = [...(side?.querySelectorAll(".throws li") ?? [])]
  if (throws.length === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return
  const score = side.querySelector(".score strong")
  // What would tell the end.
  const veiled = document.querySelectorAll("#said, .chance strong, .curve svg")
  const skip = document.querySelector("#skip")
  const after = { score: score.textContent, risk: readRisk() }
  let timer = 0

  function end() {
    clearTimeout(timer)
    endOfShow = null
    for (const one of throws) one.classList.remove("later")
    score.textContent = after.score
    for (const one of veiled) one.toggleAttribute("data-veiled", false)
    skip.hidden = true
    writeRisk(after.risk)
  }

  function look(place) {
    if (place === throws.length) return end()
    throws[place].classList.remove("later")
    const { total, level } = throws[place].dataset
    writeRisk({ words: WORDS.its_risk, total, level })
    timer = setTimeout(() => look(place + 1), LOOK)
  }

  for (const one of throws) one.classList.add("later")
  score.textContent = side.dataset.before
  for (const one of veiled) one.toggleAttribute("data-veiled", true)
  skip.hidden = false
  endOfShow = end
  look(0)
}

function readRisk() {
  const risk = document.querySelector("#risk")
  const [words, total] = [risk.querySelector("span"), risk.querySelector("strong")]
  return { words: words.textContent, total: total.textContent, level: risk.dataset.level }
}

function writeRisk({ words, total, level }) {
  const risk = document.querySelector("#risk")
  risk.dataset.level = level
  risk.querySelector(".fill").setAttribute("width", level)
  risk.querySelector("span").textContent = words
  risk.querySelector("strong").textContent = total
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#skip")) endOfShow?.()
})
