// Draws the row and the column of the cell. source: of the map, its image from the bottom row up.
// lines: sources of the two lines, by the dimension that they run along. titles: of their plots, likewise.
const image = source.data.image[0]
const [height, width] = image.shape
lines.across.data = {
  ...lines.across.data,
  y: Array.from({length: width}, (_, place) => image[down.value * width + place]),
}
lines.down.data = {
  ...lines.down.data,
  y: Array.from({length: height}, (_, place) => image[place * width + across.value]),
}
titles.across.text = `at ${at.down}`
titles.down.text = `at ${at.across}`
