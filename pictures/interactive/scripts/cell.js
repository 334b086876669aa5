// Moves the cross to the cell that two sliders choose, and says where that is.
// names, labels, places: of both dimensions. down, across: sliders, each an index. marks: lines on the map.
const at = {}
for (const [dim, slider] of [["down", down], ["across", across]]) {
  marks[dim].location = places[dim][slider.value]
  at[dim] = `${names[dim]}: ${labels[dim][slider.value]}`
}
