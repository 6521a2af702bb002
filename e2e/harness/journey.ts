import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { axeFindings } from './axe.ts'
import { openVisitor, sharedChromium, type Visitor, type VisitorOptions } from './browser.ts'
import { pxTooWide } from './page-width.ts'
import { removeData, type RunningServer, type ServerOptions, startServer } from './server.ts'

const resultsFolder = fileURLToPath(new URL('../../test-results/', import.meta.url))

interface Coming extends Omit<VisitorOptions, 'origin'> {
  /** Is there in the tests that follow, too. */
  readonly stays?: boolean
}

export interface Journey {
  readonly server: () => RunningServer
  /**
   * A person who comes with a device of their own; what goes wrong there fails the test that is running. Who comes in a
   * test leaves after it (a room that plays on takes a fifth of a processor), who comes before all tests stays.
   */
  readonly visitor: (options: Coming) => Promise<Visitor>
}

/** Where a page is and what it says, for a log whose reader has no picture. */
const wordsOf = async (page: Page): Promise<string> => {
  const said = await page
    .locator('h1, [role=status], [role=alert], [role=dialog], [aria-invalid=true], [aria-busy=true]')
    .allInnerTexts()
    .catch(() => [])
  const texts = said.map((text) => text.replace(/\s+/g, ' ').trim().slice(0, 300)).filter((text) => text !== '')
  return [page.url(), ...texts].join(' | ')
}

/** Set by npm test for the second run of a file that failed. */
const isTraced = process.env['KAIMAI_E2E_TRACE'] === '1'

const asFileName = (text: string): string => text.replace(/[^\w\u4e00-\u9fff-]+/g, '-').slice(0, 80)

/**
 * The real program on a data folder of its own and one Chromium, for the tests of a file. Each test fails on faults that
 * nobody announced; pictures of all tabs of a test that failed are in test-results/.
 */
export const useJourney = (options: ServerOptions = {}): Journey => {
  let browser: Browser | undefined
  let server: RunningServer | undefined
  let visitors: Visitor[] = []
  let guests: Visitor[] = []
  let inTest = false

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(options), sharedChromium()])
  })

  beforeEach(() => {
    inTest = true
  })

  afterEach(async ({ task }) => {
    inTest = false
    const all = [...visitors, ...guests]
    const scenes: string[] = []
    if (task.result?.state === 'fail') {
      await mkdir(resultsFolder, { recursive: true })
      for (const { name, context, waitingCalls, lastCalls } of all) {
        for (const [index, page] of context.pages().entries()) {
          scenes.push(`${name}, page ${index + 1}: ${await wordsOf(page)}`)
          const file = join(resultsFolder, `${asFileName(`${task.name} ${name} ${index + 1}`)}.png`)
          // A page that is being left can't be drawn; the fault itself is told anyway.
          await page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined)
        }
        scenes.push(...waitingCalls().map((call) => `${name} waits for ${call}`))
        scenes.push(...lastCalls().map((call) => `${name} called ${call}`))
        // A file that runs again after it failed writes down all that its browser did.
        const trace = join(resultsFolder, `${asFileName(`${task.name} ${name}`)}.zip`)
        if (isTraced) await context.tracing.stop({ path: trace }).catch(() => undefined)
      }
    }
    const errors = (await Promise.all(all.map((visitor) => visitor.takeErrors()))).flat()
    const leaving = guests
    guests = []
    await Promise.all(leaving.map((visitor) => visitor.close()))
    expect([...errors, ...scenes], 'faults in the browser, and what its pages said').toEqual([])
  })

  afterAll(async () => {
    await Promise.all(visitors.map((visitor) => visitor.close()))
    visitors = []
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
    visitor: async ({ stays = false, ...options }) => {
      if (!browser) throw new Error('the browser runs from beforeAll on')
      const visitor = await openVisitor(browser, { ...options, origin: running().url })
      if (isTraced) {
        await visitor.context.tracing.start({ screenshots: true, snapshots: true })
        // The tracer puts a script of its own into each frame; a letter's frame runs none.
        visitor.announce(/^console Blocked script execution in 'about:srcdoc'/)
      }
      if (inTest && !stays) guests.push(visitor)
      else visitors.push(visitor)
      return visitor
    },
  }
}

/** A screen that is just coming in is looked at so often. */
const maxAttempts = 8
const betweenLooksMs = 300

/** A folder for a picture of every state that axe looks at: what journeys show is looked at by people too. */
const picturesFolder = process.env['KAIMAI_E2E_PICTURES']

/** axe finds nothing on the page. */
export const expectAccessible = async (page: Page, state: string): Promise<void> => {
  if (picturesFolder !== undefined) {
    const { width } = page.viewportSize() ?? { width: 0 }
    const language = await page.evaluate(() => document.documentElement.lang)
    await page.screenshot({ path: join(picturesFolder, `${asFileName(state)}-${language}-${width}.png`) })
  }
  let found = await axeFindings(page)
  for (let looks = 1; found.length > 0 && looks < maxAttempts; looks++) {
    await page.waitForTimeout(betweenLooksMs)
    found = await axeFindings(page)
  }
  expect(found, `axe on ${state}`).toEqual([])
  expect(await pxTooWide(page), `px that ${state} is too wide`).toBe(0)
}
