// The words of the place that is nearest to a number; a dash where there is none.
// words: a text for each place. places: numbers. value: under the pointer.
if (!Number.isFinite(value)) return "\u2013"
let nearest = 0
for (let place = 1; place < places.length; place++) {
  if (Math.abs(places[place] - value) < Math.abs(places[nearest] - value)) nearest = place
}
return words[nearest]
