/** How wide the picture of a room is drawn, as in `img[sizes]`: a phone's whole width, a computer's left side. */
export const posterSizes = '(min-width: 900px) calc(100vw - 424px), 100vw'
