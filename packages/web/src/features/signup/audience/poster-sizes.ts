/** Cut to its place: beside the form it is as high as the screen, so a lying picture is drawn wider than its half. */
export const posterSizes = '(min-width: 700px) max(50vw, 130vh), max(100vw, 50vh)'
