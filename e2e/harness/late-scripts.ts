import type { BrowserContext } from 'playwright-core'

/**
 * A page's first script comes, what it fetches is held back. `asked` resolves when it is asked for: from then on the page
 * remembers taps; `letThrough` lets it come.
 */
export const holdScripts = async (context: BrowserContext) => {
  const { promise: late, resolve: letThrough } = Promise.withResolvers<void>()
  const { promise: asked, resolve: reportAsked } = Promise.withResolvers<void>()
  await context.route(/\/assets\/main-.*\.js$/, async (route) => {
    reportAsked()
    await late
    await route.continue()
  })
  return { asked, letThrough }
}
