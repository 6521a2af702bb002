// npm run looks: every text that the system sends by itself, and one template with every kind of block, as mail programs
// draw them: 375 and 600 px wide, light and darkened, and with pictures off where there are any. PNG files and an index page
// go to letters-looks/. A variable that is left, or a letter that scrolls sideways, fails. --only NAME takes the texts whose
// name holds it.
import { glob, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '@kaimai/contract/common/language.ts'
import { LetterContents, textsOf } from '@kaimai/contract/letter/letter-blocks.ts'
import { countdownText, letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
import { variablesIn } from '@kaimai/contract/letter/letter.rules.ts'
import type { Browser, Page } from 'playwright-core'
import { renderLetter } from '../packages/server/src/modules/letter/render-letter.ts'
import { launchChromium } from './harness/browser.ts'
import { indexPage, type Shot } from './walk/index-page.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'letters-looks')
const args = process.argv.slice(2)
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined
const origin = 'https://shop.example'
const widths = [375, 600] as const
/** Taller than any letter's first screen; a picture is of the whole letter. */
const height = 800
/** As the preview of templates shows it: the mail program turns all colours round. */
const darkened = 'html{filter:invert(1) hue-rotate(180deg);background:#fff}'

interface Named {
  readonly name: string
  readonly contents: LetterContents
}

/** Each text in a file of texts, whatever module it stands in. */
const builtInTexts = async (): Promise<Named[]> => {
  const found: Named[] = []
  for await (const file of glob('packages/server/src/modules/*/*-letter-texts.ts', { cwd: root })) {
    const exported: Readonly<Record<string, unknown>> = await import(join(root, file))
    for (const [name, value] of Object.entries(exported)) {
      const contents = LetterContents.safeParse(value)
      if (contents.success)
        found.push({ name: `${basename(file, '-letter-texts.ts')} ${name}`, contents: contents.data })
    }
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

const teapot = '0190a000-0000-7000-8000-000000000001'
const everyBlock = (texts: {
  readonly heading: string
  readonly words: string
  readonly fact: string
  readonly button: string
  readonly footer: string
}): LetterContents['en'] => ({
  subject: texts.heading,
  blocks: [
    { kind: 'heading', text: texts.heading },
    { kind: 'richText', html: `<p>${texts.words}</p><ul><li><strong>1</strong></li><li><em>2</em></li></ul>` },
    { kind: 'picture', url: '/media/image/kiln.webp', alt: texts.heading },
    { kind: 'product', productId: teapot },
    { kind: 'countdown' },
    { kind: 'facts', facts: [{ label: texts.fact, value: '{{sessionTitle}}' }] },
    { kind: 'button', label: texts.button, url: '{{liveUrl}}' },
    { kind: 'footer', text: texts.footer },
  ],
})
const sample: Named = {
  name: 'template with every block',
  contents: {
    'zh-TW': everyBlock({
      heading: '{{name|您}}，秋窯今晚開窯',
      words: '每一件都只有一個，<a href="https://shop.example/">先看看</a>。',
      fact: '場次',
      button: '進入直播間',
      footer: '這是您的專屬連結，請不要轉傳給別人。',
    }),
    en: everyBlock({
      heading: '{{name|there}}, the kiln opens tonight',
      words: 'Each piece is the only one. <a href="https://shop.example/">Take a look</a>.',
      fact: 'Session',
      button: 'Join the live',
      footer: 'This link is yours alone. Please don’t forward it.',
    }),
  },
}

/** As long as values get: what breaks a layout is the longest one. */
const known: Readonly<Record<string, string>> = {
  name: '林小美',
  firmName: '器日 ChiRi 手作陶器工作室',
  sessionTitle: '秋窯開窯夜：柴燒茶器與花器特賣（第二場）',
  orderNo: 'A0001234',
  orderTotal: 'NT$1,280',
  code: '482913',
  email: 'a-rather-long-address-of-somebody@example-mail-provider.com',
  cartItems: '柴燒茶壺 × 1、青瓷小碗 × 4、竹製茶則 × 2',
  productName: '柴燒橫把茶壺（附木盒）',
  [`product.${teapot}.name`]: '柴燒橫把茶壺（附木盒）',
  [`product.${teapot}.price`]: 'NT$1,280',
  [`product.${teapot}.struck`]: 'NT$1,680',
  [`product.${teapot}.picture`]: '/media/image/teapot.webp',
}

const valuesFor = (contents: LetterContents, language: Language): Readonly<Record<string, string>> => {
  const names = textsOf(contents[language]).flatMap((text) => variablesIn(text).map(({ name }) => name))
  const others = names.map(
    (name) => [name, name.endsWith('Url') ? `${origin}/stream/aB3dE6gH9jK2` : `〔${name}〕`] as const,
  )
  return {
    ...Object.fromEntries(others),
    ...known,
    liveBeginAt: letterTime(Date.parse('2026-12-05T12:00:00Z'), 'Asia/Taipei', language),
    countdown: countdownText(51 * 3600_000, language),
  }
}

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#c8a27a"/><circle cx="600" cy="420" r="240" fill="#7b4a2b"/></svg>`

const findingsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const left = /\{\{[^}]*\}\}/.exec(document.body.innerText)
    return [
      ...(scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} > ${clientWidth}`] : []),
      ...(left ? [`a variable is left: ${left[0]}`] : []),
    ]
  })

const draw = async (browser: Browser, { name, contents }: Named, width: (typeof widths)[number]): Promise<Shot[]> => {
  const shots: Shot[] = []
  const context = await browser.newContext({ viewport: { width, height } })
  const page = await context.newPage()
  let arePicturesOn = true
  await page.route('**/*', (route) =>
    arePicturesOn ? route.fulfill({ contentType: 'image/svg+xml', body: picture }) : route.abort(),
  )
  for (const language of languages) {
    const { html } = renderLetter(contents, language, valuesFor(contents, language), origin)
    const looks = [
      { look: 'light', isDark: false, pictures: true },
      { look: 'dark', isDark: true, pictures: true },
      ...(html.includes('<img') ? [{ look: 'pictures off', isDark: false, pictures: false }] : []),
    ]
    for (const { look, isDark, pictures } of looks) {
      arePicturesOn = pictures
      await page.setContent(html, { waitUntil: 'load' })
      if (isDark) await page.addStyleTag({ content: darkened })
      const file = `${name} ${language} ${width} ${look}.png`.replaceAll(' ', '-')
      await page.screenshot({ path: join(folder, file), fullPage: true })
      const findings = await findingsOf(page)
      for (const finding of findings) process.stdout.write(`  ${name} ${language} ${width} ${look}: ${finding}\n`)
      shots.push({ name, route: contents[language].subject, language: `${language}, ${look}`, width, file, findings })
    }
  }
  await context.close()
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
