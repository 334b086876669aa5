// Shows the map of the label that a slider chooses.
// source: of the map that is seen. all: all images. slider: an index.
source.data = {...source.data, image: [all.data.image[slider.value]]}
