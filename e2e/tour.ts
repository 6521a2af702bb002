// npm run tour: every screen in both languages at a phone's and a desk's width (768 too with --wide) on the demo firm.
// Pictures and an index page go to tour/; a console error, a missing text, a horizontal scroll or an axe finding fails.
// --only NAME takes the stops whose name holds it, --shape NAME one width, --built trusts the build of the web app that
// stands.
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { axeFindings, untilStill } from './harness/axe.ts'
import { launchChromium, openVisitor, type Shape, type Visitor } from './harness/browser.ts'
import { logIn } from './harness/log-in.ts'
import { newShopPassword } from './harness/new-shop.ts'
import { removeData, startServer } from './harness/server.ts'
import type { ShopperLanguage } from './harness/shopper.ts'
import { indexPage, type Shot } from './walk/index-page.ts'
import { newcomer, setStage } from './walk/stage.ts'
import { type Stop, stopsOf } from './walk/stops.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'tour')
const args = process.argv.slice(2)
const valueOf = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined)
const only = valueOf('--only')
const languages = ['zh-TW', 'en'] as const
const shapes = (['phone', 'desktop', 'tablet'] as const).filter((shape: Shape) =>
  args.includes('--shape') ? shape === valueOf('--shape') : shape !== 'tablet' || args.includes('--wide'),
)
/** Pages drawn at once. */
const lanes = 2
const quietWithinMs = 10_000
/** Height of a picture. */
const maxPixels = 4000

if (!args.includes('--built')) {
  const { status } = spawnSync(process.execPath, [join(root, 'packages/web/build.ts')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/** Patterns of the web app's table of paths that no stop visits. */
const unvisited = async (stops: readonly Stop[]): Promise<string[]> => {
  const table = await readFile(join(root, 'packages/web/src/lib/paths/paths.ts'), 'utf8')
  const patterns = [...table.matchAll(/: (?:auth|bare|audience)\('([^']+)'/g)].flatMap(([, path]) => path ?? [])
  const visited = new Set(stops.map(({ route }) => route))
  return patterns.filter((path) => !visited.has(path))
}

/** Whether the page, its main part or a dialog can be scrolled sideways; strips that are made for it stand inside. */
const sidewaysIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main > *, dialog, [role=dialog], [role=dialog] > *')]
      .filter((each) => {
        const isPage = each === document.documentElement
        const scrolls = isPage || /auto|scroll/.test(getComputedStyle(each).overflowX)
        return scrolls && each.scrollWidth > each.clientWidth + 1
      })
      .map(
        (each) =>
          `scrolls sideways: <${each.localName} class="${each.className}"> ${each.scrollWidth} > ${each.clientWidth}`,
      ),
  )

const settle = async (page: Page): Promise<void> => {
  // A page that goes on loading (a live's segments) is looked at as it stands.
  await page.waitForLoadState('networkidle', { timeout: quietWithinMs }).catch(() => undefined)
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]:not(button)'), undefined, {
    timeout: quietWithinMs,
  })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await untilStill(page)
}

/** The whole length of a page, with what sticks to the window at its ends. */
const drawWhole = async (page: Page, file: string): Promise<void> => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const length = await page.evaluate(() => document.documentElement.scrollHeight)
  if (length > height) await page.setViewportSize({ width, height: Math.min(length, maxPixels) })
  await untilStill(page)
  await page.screenshot({ path: file })
}

const draw = async (visitor: Visitor, stop: Stop, language: ShopperLanguage, file: string): Promise<string[]> => {
  const page = await visitor.newTab()
  try {
    const meant = stop.meant
    if (meant) visitor.announce(meant)
    await page.goto(await stop.path())
    await settle(page)
    if (stop.act) {
      await stop.act(page, language)
      await settle(page)
    }
    const elsewhere =
      stop.leadsTo && !stop.leadsTo.test(page.url())
        ? [`led to ${new URL(page.url()).pathname}, not ${stop.leadsTo}`]
        : []
    const findings = [...elsewhere, ...(await sidewaysIn(page)), ...(await axeFindings(page))]
    await drawWhole(page, file)
    return [...findings, ...(await visitor.takeErrors())]
  } catch (error) {
    await page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined)
    const [why] = String(error instanceof Error ? error.message : error).split('\n')
    return [`could not be drawn: ${why}`, ...(await visitor.takeErrors())]
  } finally {
    await page.close()
  }
}

interface Leg {
  readonly language: (typeof languages)[number]
  readonly shape: Shape
  readonly as: Stop['as']
}

/** Walks the stops of one device; a device's faults belong to the stop where they happen, so it takes one at a time. */
const walk = async (
  browser: Browser,
  origin: string,
  stops: readonly Stop[],
  { language, shape, as }: Leg,
): Promise<Shot[]> => {
  const visitor = await openVisitor(browser, { name: `${shape} ${language}`, shape, origin, language, motion: true })
  if (as === 'member') await logIn(visitor.page)
  if (as === 'newcomer') await logIn(visitor.page, newcomer, newShopPassword)
  const width = visitor.page.viewportSize()?.width ?? 0
  const shots: Shot[] = []
  for (const stop of stops) {
    if (stop.as !== as) continue
    const file = `${stop.name}-${language}-${width}.png`
    const findings = await draw(visitor, stop, language, join(folder, file))
    shots.push({ name: stop.name, route: stop.route, language, width, file, findings })
    for (const finding of findings) process.stdout.write(`  ${stop.name} ${language} ${width}: ${finding}\n`)
  }
  await visitor.close()
  return shots
}

const beganAt = performance.now()
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const server = await startServer({ env: { KAIMAI_SANDBOX: '1' } })
const browser = await launchChromium()
const shots: Shot[] = []
let missed: string[] = []
try {
  const all = stopsOf(await setStage(server.url, server.dataDir))
  missed = await unvisited(all)
  for (const path of missed) process.stdout.write(`  no stop visits ${path}\n`)
  const stops = all.filter(({ name }) => only === undefined || name.includes(only))
  const kinds = (['member', 'newcomer', 'guest'] as const).filter((as) => stops.some((stop) => stop.as === as))
  const legs = languages.flatMap((language) =>
    shapes.flatMap((shape) => kinds.map((as): Leg => ({ language, shape, as }))),
  )
  const lane = async () => {
    for (let leg = legs.shift(); leg; leg = legs.shift()) shots.push(...(await walk(browser, server.url, stops, leg)))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const order = new Map(stops.map(({ name }, index) => [name, index]))
  shots.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0))
  await writeFile(join(folder, 'index.html'), indexPage(shots))
} finally {
  await browser.close()
  await server.stop()
  await removeData(server)
}
const failed = shots.filter(({ findings }) => findings.length > 0).length + missed.length
process.stdout.write(`Pictures in tour/index.html, ${Math.round((performance.now() - beganAt) / 1000)} s\n`)
process.stdout.write(`${shots.length - failed + missed.length} passed, ${failed} failed\n`)
process.exit(failed === 0 && shots.length > 0 ? 0 : 1)
