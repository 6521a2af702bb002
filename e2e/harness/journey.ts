import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { axeFindings } from './axe.ts'
import { launchChromium, openVisitor, type Visitor, type VisitorOptions } from './browser.ts'
import { removeData, type RunningServer, type ServerOptions, startServer } from './server.ts'

const resultsFolder = fileURLToPath(new URL('../../test-results/', import.meta.url))

export interface Journey {
  readonly server: () => RunningServer
  /** A person who comes with a device of their own; what goes wrong there fails the test that is running. */
  readonly visitor: (options: Omit<VisitorOptions, 'origin'>) => Promise<Visitor>
}

const asFileName = (text: string): string => text.replace(/[^\w\u4e00-\u9fff-]+/g, '-').slice(0, 80)

/**
 * The real program on a data folder of its own and one Chromium, for the tests of a file. Each test fails on faults that
 * nobody announced; pictures of all tabs of a test that failed are in test-results/.
 */
export const useJourney = (options: ServerOptions = {}): Journey => {
  let browser: Browser | undefined
  let server: RunningServer | undefined
  let visitors: Visitor[] = []

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(options), launchChromium()])
  })

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await mkdir(resultsFolder, { recursive: true })
      for (const { name, context } of visitors)
        for (const [index, page] of context.pages().entries()) {
          const file = join(resultsFolder, `${asFileName(`${task.name} ${name} ${index + 1}`)}.png`)
          // A page that is being left can't be drawn; the fault itself is told anyway.
          await page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined)
        }
    }
    expect(
      visitors.flatMap((visitor) => visitor.takeFaults()),
      'faults in the browser',
    ).toEqual([])
  })

  afterAll(async () => {
    await Promise.all(visitors.map((visitor) => visitor.close()))
    visitors = []
    await browser?.close()
    await server?.stop()
    if (server && options.dataDir === undefined) await removeData(server)
    const errors = (server?.output() ?? '').split('\n').filter((line) => /"level":[56]0/.test(line))
    expect(errors, 'errors in the log of the server').toEqual([])
  })

  const running = (): RunningServer => {
    if (!server) throw new Error('the server runs from beforeAll on')
    return server
  }

  return {
    server: running,
    visitor: async (given) => {
      if (!browser) throw new Error('the browser runs from beforeAll on')
      const visitor = await openVisitor(browser, { ...given, origin: running().url })
      visitors.push(visitor)
      return visitor
    },
  }
}

/** axe finds nothing on the page; a screen that is just coming in is looked at again. */
export const expectAccessible = async (page: Page, state: string): Promise<void> => {
  await expect.poll(() => axeFindings(page), { timeout: 5000, interval: 300, message: `axe on ${state}` }).toEqual([])
}
