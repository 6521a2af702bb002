import './missing-methods.ts'
import { rewriteStyles } from './older-styles.ts'

/** Newer than `:has()`, containers and mixed colours in each browser: where it stands, so do they. */
const readsStyles = (): boolean =>
  CSS.supports('color', 'color-mix(in srgb, red, red)') && CSS.supports('selector(:has(a))')

/** Lets a page run in a browser that is older than what it is written for, down to those that docs/devices.md names. */
export const startOlderBrowser = (): void => {
  if (!readsStyles()) rewriteStyles()
}
