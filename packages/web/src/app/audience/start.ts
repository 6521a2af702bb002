import { rememberTaps } from './early-taps.ts'
import { painted } from './first-paint.ts'

// The page's policy forbids making code from text: zod need not try, and leaves no report of it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

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
void painted()
  .then(() => {
    void fetchScripts()
    return import('./main.tsx')
  })
  .then(({ alive }) => alive)
  .then(tapAgain)
