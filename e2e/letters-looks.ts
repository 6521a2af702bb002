// npm run looks: every text that the system sends by itself, and one template with every kind of block, as mail programs
// draw them: 375 and 600 px wide, light and darkened, and with pictures off where there are any. PNG files and an index page
// go to letters-looks/. A variable that is left, or a letter that scrolls sideways, fails. --only NAME takes the texts whose
// name holds it.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '@kaimai/contract/common/language.ts'
import type { Browser, Page, Route } from 'playwright-core'
import { launchChromium } from './harness/browser.ts'
import { indexPage, type Shot } from './walk/index-page.ts'
import { builtInTexts, letterFindings, letterHtml, type NamedText, sample } from './walk/letters.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'letters-looks')
const args = process.argv.slice(2)
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined
const widths = [375, 600] as const
/** Taller than any letter's first screen; a picture is of the whole letter. */
const height = 800
/** As the preview of templates shows it: the mail program turns all colours round. */
const darkened = 'html{filter:invert(1) hue-rotate(180deg);background:#fff}'

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#c8a27a"/><circle cx="600" cy="420" r="240" fill="#7b4a2b"/></svg>`

const pageOf = async (browser: Browser, width: number, onPicture: (route: Route) => Promise<void>): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height } })
  const page = await context.newPage()
  await page.route('**/*', onPicture)
  return page
}

const draw = async (browser: Browser, text: NamedText, width: (typeof widths)[number]): Promise<Shot[]> => {
  const { name, contents } = text
  const shots: Shot[] = []
  const withPictures = await pageOf(browser, width, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: picture }),
  )
  // A page of its own: the other remembers its pictures.
  const withoutPictures = await pageOf(browser, width, (route) => route.abort())
  for (const language of languages) {
    const html = letterHtml(text, language)
    const looks = [
      { look: 'light', isDark: false, pictures: true },
      { look: 'dark', isDark: true, pictures: true },
      ...(html.includes('<img') ? [{ look: 'pictures off', isDark: false, pictures: false }] : []),
    ]
    for (const { look, isDark, pictures } of looks) {
      const page = pictures ? withPictures : withoutPictures
      await page.setContent(html, { waitUntil: 'load' })
      if (isDark) await page.addStyleTag({ content: darkened })
      const file = `${name} ${language} ${width} ${look}.png`.replaceAll(' ', '-')
      await page.screenshot({ path: join(folder, file), fullPage: true })
      const findings = await letterFindings(page)
      for (const finding of findings) process.stdout.write(`  ${name} ${language} ${width} ${look}: ${finding}\n`)
      shots.push({ name, route: contents[language].subject, language: `${language}, ${look}`, width, file, findings })
    }
  }
  for (const page of [withPictures, withoutPictures]) await page.context().close()
  return shots
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const texts = [...(await builtInTexts()), sample].filter(({ name }) => only === undefined || name.includes(only))
const browser = await launchChromium()
const shots: Shot[] = []
try {
  for (const text of texts) for (const width of widths) shots.push(...(await draw(browser, text, width)))
  await writeFile(join(folder, 'index.html'), indexPage(shots))
} finally {
  await browser.close()
}
const failed = shots.filter(({ findings }) => findings.length > 0).length
process.stdout.write(`Pictures in letters-looks/index.html\n${shots.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 && shots.length > 0 ? 0 : 1)
