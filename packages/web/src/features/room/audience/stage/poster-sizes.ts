/** How wide the picture of a room is drawn, as in `img[sizes]`: the whole of a phone, the left of a desk. */
export const posterSizes = '(min-width: 900px) calc(100vw - 424px), 100vw'
