import type { Page } from 'playwright-core'

/**
 * CSS px by which a page is wider than its window: 0 where nothing has to be moved sideways to be read. Not by
 * `innerWidth`, which on a phone grows with whatever sticks out, so that nothing ever would.
 */
export const pxTooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
