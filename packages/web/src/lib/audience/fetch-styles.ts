/** To some browsers what didn't come is a sheet without rules, to others one that may not be read. */
const isThere = ({ sheet }: HTMLLinkElement): boolean => {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}

/** A new link in the place of one whose stylesheet didn't come. */
const fetchAgain = (failed: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = failed.href
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    failed.replaceWith(link)
  })

let fetching: Promise<unknown> | undefined

/** Asks again for the stylesheets that are named and not there; throws when one of them doesn't come now. */
export const fetchStyles = (): Promise<unknown> => {
  const missing = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
      (link) => !link.disabled && !isThere(link),
    )
  return (fetching ??= Promise.all(missing().map(fetchAgain)).finally(() => {
    fetching = undefined
  }))
}
