/** To some browsers what didn't come is a sheet without rules, to others one that may not be read. */
const isThere = ({ sheet }: HTMLLinkElement): boolean => {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}

/** Links beside which another one stands for the same styles. */
const asked = new WeakSet<HTMLLinkElement>()

/**
 * A new link beside one whose styles are not there. That one stays: it may only be slow, and a link that is taken out of
 * the page never says that it has loaded, which the part that asked for it would wait for without end.
 */
const fetchAgain = (missing: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = missing.href
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    missing.after(link)
    asked.add(missing)
  })

let fetching: Promise<unknown> | undefined

/** Asks again for the stylesheets that are named and not there; throws when one of them doesn't come now. */
export const fetchStyles = (): Promise<unknown> => {
  const missing = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
      (link) => !link.disabled && !asked.has(link) && !isThere(link),
    )
  return (fetching ??= Promise.all(missing().map(fetchAgain)).finally(() => {
    fetching = undefined
  }))
}
