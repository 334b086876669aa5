// Moves both sliders to the cell of a map that was tapped.
// places: of both dimensions. down, across: sliders, each an index. cb_obj: the tap.
for (const [slider, at, there] of [[across, places.across, cb_obj.x], [down, places.down, cb_obj.y]]) {
  let nearest = 0
  for (let place = 1; place < at.length; place++) {
    if (Math.abs(at[place] - there) < Math.abs(at[nearest] - there)) nearest = place
  }
  slider.value = nearest
}
