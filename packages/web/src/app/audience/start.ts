import { painted } from './first-paint.ts'

// The page's policy forbids making code from text: zod need not try, and leaves no report of it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** Of all that a page asks for these came last (Chrome 120, Safari 17.4, Firefox 121). */
const isCurrent = 'withResolvers' in Promise && 'canParse' in URL

/** What an older browser lacks comes before all that needs it, and its styles before the page is looked at. */
const fitBrowser = async (): Promise<void> => {
  if (!isCurrent) (await import('../../lib/older-browser/older-browser.ts')).startOlderBrowser()
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

const playing = '[data-plays], [data-part="stage"]'

/**
 * A page of the server's can be tapped before its scripts have come: its buttons are remembered, and tapped again once
 * they have. Call it before they are fetched, and what it answers when they have taken over. Left out is what plays
 * (`data-plays`, the stage of a room): browsers want the visitor's own tap for that.
 */
const rememberTaps = (): (() => Promise<void>) => {
  const tapped = new Set<HTMLElement>()
  const remember = (event: Event): void => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('button[type="button"]') : null
    if (control && !control.closest(playing)) tapped.add(control)
  }
  addEventListener('click', remember, true)
  return async () => {
    removeEventListener('click', remember, true)
    if (tapped.size === 0) return
    // What the page reads of the device stands after its first effects.
    await nextFrame()
    await nextFrame()
    // One that gave way meanwhile has done its work.
    for (const control of tapped) if (control.isConnected) control.click()
  }
}

const fetchScripts = async (): Promise<void> => {
  const names = document.querySelector<HTMLScriptElement>('script[data-scripts]')?.dataset['scripts'] ?? ''
  for (const href of names.split(' ').filter((name) => name !== '')) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    // Each takes milliseconds of a phone's.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

// The page stands without scripts. On a narrow line they would share it with the first picture, and then keep the
// processor from drawing: what is seen comes first, what it can do right after.
const tapAgain = rememberTaps()
// not-loaded.tsx shows itself where this line doesn't run.
const notLoaded = document.getElementById('not-loaded')
if (notLoaded) notLoaded.hidden = true
void fitBrowser()
  .then(painted)
  .then(() => {
    void fetchScripts()
    return import('./main.tsx')
  })
  .then(({ alive }) => alive)
  .then(tapAgain)
  .catch((error: unknown) => {
    if (notLoaded) {
      notLoaded.dataset['now'] = ''
      notLoaded.hidden = false
    }
    throw error
  })
