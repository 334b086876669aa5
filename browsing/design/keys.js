// Single letters for the game, from the moment the page is open. Nothing that the browser does with a key is
// prevented, and none counts while somebody types, together with another key, or switched off.

const TYPED = "input:not([type=checkbox]), select, textarea, [contenteditable]"
const LETTERS = "jeopardice letters"

// The letter that a key means to the game; "" if the key is none of its.
function gameKey(event) {
  const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey
  if (modified || event.repeat || event.isComposing || !lettersCount()) return ""
  if (event.target.closest?.(TYPED)) return ""
  return event.key.length === 1 ? event.key.toLowerCase() : ""
}

// Browsers may keep nothing, as of a page on a disk.
function lettersCount() {
  try {
    return localStorage.getItem(LETTERS) !== "off"
  } catch {
    return document.querySelector("#letters")?.checked ?? true
  }
}

// Let the box that switches them show what is so.
function showLetters() {
  const box = document.querySelector("#letters")
  if (box) box.checked = lettersCount()
}

document.addEventListener("change", (event) => {
  if (event.target.id !== "letters") return
  try {
    localStorage.setItem(LETTERS, event.target.checked ? "on" : "off")
  } catch {
    // The box itself is what counts.
  }
})
