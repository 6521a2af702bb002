import { keepTyped } from './typed.ts'

/** The name that the document has for the script that names all others: a release changes it with any of them. */
const scriptOf = (): string | undefined =>
  document
    .querySelector<HTMLScriptElement>('script[data-scripts]')
    ?.dataset['scripts']?.split(' ')
    .find((name) => /\/main-[^/]+$/.test(name))

const isGone = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    // No network: what failed is asked for again.
    return false
  }
}

/** Which release this tab was last loaded anew for. */
const key = 'renewedFor'

const wasRenewedFor = (script: string): boolean => {
  try {
    if (sessionStorage.getItem(key) === script) return true
    sessionStorage.setItem(key, script)
    return false
  } catch {
    // A browser that stores nothing can't tell: a page that loads itself for ever is worse than one that says so.
    return true
  }
}

const sayNotLoaded = (): void => {
  const notice = document.getElementById('not-loaded')
  if (!notice) return
  notice.dataset['now'] = ''
  notice.hidden = false
}

let isAsking = false

/**
 * A page that was opened before a release asks for parts by names that are gone. Where that is so, it is loaded anew,
 * once, with what was typed into it; where that didn't help, it says so.
 */
export const renewIfReplaced = async (): Promise<void> => {
  const script = scriptOf()
  if (isAsking || script === undefined) return
  isAsking = true
  const gone = await isGone(script)
  isAsking = false
  if (!gone) return
  if (wasRenewedFor(script)) return sayNotLoaded()
  const root = document.getElementById('root')
  if (root) keepTyped(root)
  location.reload()
}
