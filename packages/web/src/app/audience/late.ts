import { renewIfReplaced } from '../../lib/audience/renew-page.ts'
import { steadyPresses } from '../../lib/press/steady-press.ts'

// What a page can do without until it answers to what is done on it. It is here before anything else is asked for, so
// that a page can load itself anew when a release has taken all other parts away.

steadyPresses()
// Vite tells of every part that could not be had, and of its styles.
addEventListener('vite:preloadError', () => void renewIfReplaced())
