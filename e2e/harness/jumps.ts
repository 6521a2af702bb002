import type { Page } from 'playwright-core'

export interface Jump {
  /** As the browser scores it: 0.1 is what shops are told to stay below. */
  readonly value: number
  /** The parts of the page that moved. */
  readonly places: string
}

/** Smaller ones are how a browser rounds pixels. */
const min = 0.005

/**
 * What moves on a page of the audience without a hand, from its next load on. Lines of a chat that go up when another is
 * said don't count: that is how a chat goes.
 */
export const watchJumps = async (page: Page) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'jumps', [])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Reflect.get(entry, 'hadRecentInput') === false) {
          const sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[] =
            Reflect.get(entry, 'sources') ?? []
          const places = sources.map(({ node, previousRect: was, currentRect: is }) =>
            // The lower edge tells: of a line that is leaving, the browser gives the part still seen, whose top stays.
            node?.closest?.('[role="log"] li') && is.height > 0 && is.y + is.height < was.y + was.height
              ? 'line'
              : (node?.closest?.('[data-part]')?.getAttribute('data-part') ?? node?.nodeName),
          )
          Reflect.get(window, 'jumps').push({ value: Reflect.get(entry, 'value'), places: places.join(' ') })
        }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return {
    all: async (): Promise<Jump[]> => {
      const jumps: Jump[] = await page.evaluate(() => Reflect.get(window, 'jumps'))
      return jumps.filter(({ value, places }) => value > min && !/^line( line)*$/.test(places))
    },
    forget: () => page.evaluate(() => void Reflect.set(window, 'jumps', [])),
  }
}
