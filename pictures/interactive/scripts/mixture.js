// Draws the mixture of the cell as bars. all: what is mixed and how likely each is, so many (number) for each
// cell, down before across. bars: source of the bars. title: of their plot.
const state = down.value * places.across.length + across.value
const own = [state * number, (state + 1) * number]
const choices = Array.from(all.data.choices.slice(...own))
const chance = Array.from(all.data.chance.slice(...own))
const likely = [...chance.keys()].filter((place) => chance[place] > 0)
bars.data = {x: likely.map((place) => choices[place]), top: likely.map((place) => chance[place])}
title.text = `at ${at.down}, ${at.across}`
