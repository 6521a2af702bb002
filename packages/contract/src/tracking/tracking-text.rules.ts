/** Events of one view of a page that count. */
export const eventsPerViewMax = 200
/** Things of one event. */
export const itemsMax = 50
/** Partner links that a browser remembers; beyond it the one that was clicked longest ago is forgotten. */
export const linkTouchesMax = 8

/** Controls (no database keeps NUL), and halves of a letter, as a cut leaves them. */
const unfit = /[\p{Cc}\p{Cs}]/gu

/** What is kept of a text that an address or a script brought: at most `max` signs (UTF-16), all of which can be stored. */
export const trackingText = (text: string, max: number): string => text.slice(0, max).replace(unfit, '')
