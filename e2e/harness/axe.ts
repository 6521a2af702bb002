import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** The short one: a page reads it in a third of the time. */
const axeFile = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

/** What is still fading in has another contrast than when it stands. Endless ones (spinners) are not waited for. */
export const untilStill = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((each) => Number.isFinite(Number(each.effect?.getComputedTiming().endTime ?? Infinity)))
    await Promise.all(ending.map((each) => each.finished.catch(() => undefined)))
  })
}

/** Findings of axe-core on the page as it stands, a line each: rule, what it wants, the first places. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  await untilStill(page)
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Evaluated by the browser's own protocol, which the page's CSP does not touch.
  if (!isLoaded) await page.evaluate(await readFile(axeFile, 'utf8'))
  const { violations } = await page.evaluate(async () => {
    const runner: { run: (options: object) => Promise<import('axe-core').AxeResults> } = Reflect.get(window, 'axe')
    // Without a second reading of all style sheets, which no rule that runs here asks for.
    return runner.run({ resultTypes: ['violations'], preload: false })
  })
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1, 2).join('').trim()
      return `${target.join(' ')} (${why})`
    })
    return `axe ${id}: ${help}: ${places.join(' | ')}${nodes.length > 3 ? ` and ${nodes.length - 3} more` : ''}`
  })
}
