// What the files of the web-dom tests have in common: a browser that starts empty, and says what it shows when a test
// finds nothing in it.
import { cleanup, configure } from '@testing-library/react'
import { notifications } from '@mantine/notifications'
import { afterEach, beforeEach, vi } from 'vitest'
import { leaveComposingKeys } from '../src/lib/keys/composing-keys.ts'
import { listenForShortcuts } from '../src/lib/keys/shortcuts.ts'

/** Characters of the page that a failure shows. */
const shownMost = 1500

const shownText = (): string => {
  const page = document.body.cloneNode(true)
  if (!(page instanceof Element)) return ''
  for (const style of page.querySelectorAll('style')) style.remove()
  return (page.textContent ?? '').slice(0, shownMost)
}

configure({
  // It only ends what hangs.
  asyncUtilTimeout: 30_000,
  getElementError: (message) => {
    const [what = ''] = (message ?? '').split('\n\n')
    return new Error(`${what}\n\nThe page says: ${shownText()}`)
  },
})

// The stylesheets are not loaded, so that what an element says itself is all there is; happy-dom would compute the
// styles of all its ancestors for each element that a role is looked for among.
window.getComputedStyle = (element) => {
  if (element instanceof HTMLElement) return element.style
  return document.createElement('div').style
}

// What happy-dom lacks, as far as the screens ask for it: fonts that load, the top layer, and how a page was opened.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
Object.assign(window, { PerformanceNavigationTiming: PerformanceEntry })
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined })

// happy-dom does not know this element, and React complains of elements that the browser doesn't know.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  configurable: true,
  get(this: Element) {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
  },
})

leaveComposingKeys()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  return listenForShortcuts()
})

afterEach(() => {
  cleanup()
  notifications.clean()
  notifications.cleanQueue()
  vi.useRealTimers()
  document.body.replaceChildren()
})
