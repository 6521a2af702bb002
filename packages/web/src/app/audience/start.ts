import { rememberActs } from './early-acts.ts'
import { painted } from './first-paint.ts'

// The page's policy forbids making code from text: zod need not try, and leaves no report of it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** Of all that a page asks for these came last (Chrome 120, Safari 17.4, Firefox 121). */
const isCurrent = 'withResolvers' in Promise && 'canParse' in URL

/** What an older browser lacks comes before all that needs it, and its styles before the page is looked at. */
const fitBrowser = async (): Promise<void> => {
  if (!isCurrent) (await import('../../lib/older-browser/older-browser.ts')).startOlderBrowser()
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
const doAgain = rememberActs()
// not-loaded.tsx shows itself where this line doesn't run.
const notLoaded = document.getElementById('not-loaded')
if (notLoaded) notLoaded.hidden = true
void fitBrowser()
  .then(painted)
  .then(() => {
    void fetchScripts()
    return import('./main.tsx')
  })
  .then(doAgain)
  .catch((error: unknown) => {
    if (notLoaded) {
      notLoaded.dataset['now'] = ''
      notLoaded.hidden = false
    }
    throw error
  })
