// Pages work without this. It spares the reload when a choice is made, says aloud what has come of it, shows the
// opponent's turn throw by throw, and adds the keys that all pages with a game have.

const DECIDED = "#options button"
const THEME = localStorage.getItem("theme")
if (THEME) document.documentElement.dataset.theme = THEME

// What the server has been asked for and has not answered yet, and the address that is shown.
let asking = null
let shown = address()
// What was pressed while a page was on its way, done once it is there: a choice, by what its button sends, and whether
// to turn the coach.
let later = {}

function address() {
  return location.pathname + location.search
}

// Put the page of an address in the place of this one; of `turning` the coach, it is the same position.
async function go(url, remembered, { turning = false, decided = false } = {}) {
  asking?.abort()
  endOfShow?.()
  const own = (asking = new AbortController())
  own.turning = turning
  let answer, text
  try {
    answer = await fetch(url, { signal: own.signal })
    text = await answer.text()
  } catch {
    // Whoever has asked for another page meanwhile is not told of this one.
    if (own.signal.aborted) return
    asking = null
    later = {}
    say("The server does not answer. Is it still running? Start it again and choose once more.", true)
    return
  }
  asking = null
  if (remembered) history.pushState(null, "", answer.url)
  shown = address()
  show(new DOMParser().parseFromString(text, "text/html"))
  if (decided) showTurn()
  catchUp()
}

// Do what was pressed meanwhile: first the choice, then the coach of what it leads to.
function catchUp() {
  const { moves, turned } = later
  later = {}
  const button = [...document.querySelectorAll(DECIDED)].find((one) => one.value === moves)
  button?.click()
  if (turned) turnCoach()
}

function turnCoach() {
  const link = document.querySelector("#coaching")
  if (asking) later.turned = !later.turned
  else if (link) go(link.href, true, { turning: true })
}

// What is folded out stays so, and the focus is where the next choice is.
function show(page) {
  // Still being solved: what does not change is not said again.
  if (waits() && waits(page)) {
    waitForIt()
    return
  }
  const open = [...document.querySelectorAll("details[open]")].map((one) => one.id)
  document.querySelector("main").replaceWith(page.querySelector("main"))
  document.title = page.title
  for (const id of open) document.getElementById(id)?.setAttribute("open", "")
  say(document.querySelector("#said")?.innerText ?? document.querySelector("h1").innerText)
  showLetters()
  focusOnGame()
  waitForIt()
}

// The choice that the page names, or the box once nothing is left to choose.
function focusOnGame() {
  const named = document.querySelector("[autofocus]") ?? document.querySelector("#game")
  named?.focus({ preventScroll: true })
}

function say(words, isFault = false) {
  const box = document.querySelector("#said-aloud")
  box.textContent = words
  box.className = isFault ? "fault" : "unseen"
}

// After how many milliseconds a page is asked for again, as its game is being solved.
function waits(page = document) {
  return page.querySelector("main").dataset.again
}

function waitForIt() {
  const wait = waits()
  const of = address()
  if (wait) setTimeout(() => of === address() && go(location.href, false), Number(wait))
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "options") return
  event.preventDefault()
  // A second click on the same choice is not another decision; one while the coach turns is the first.
  if (asking?.turning) later.moves = event.submitter.value
  if (asking) return
  const form = new FormData(event.target, event.submitter)
  const action = event.target.getAttribute("action")
  go(`${action}?${new URLSearchParams(form)}`, true, { decided: true })
})

document.addEventListener("keydown", (event) => {
  const key = gameKey(event)
  if (key === "" || !document.querySelector("#game")) return
  const button = [...document.querySelectorAll(DECIDED)].find(
    (one) => one.dataset.key === key || (key === "1" && one.dataset.key === "r"),
  )
  if (button) button.click()
  else if (key === "w") document.querySelector("#why")?.toggleAttribute("open")
  else if (key === "c") turnCoach()
  else if (key === "s") endOfShow?.()
})

// Back and forward; a link within the page changes its address, too, and nothing that is shown.
addEventListener("popstate", () => {
  later = {}
  endOfShow?.()
  if (address() !== shown) go(location.href, false)
})

waitForIt()
showLetters()
// The opponent opened the game.
if (document.querySelector("#game") && new URLSearchParams(location.search).get("moves") === "") showTurn()
