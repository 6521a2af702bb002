import { glob } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '@kaimai/contract/common/language.ts'
import { LetterContents, textsOf } from '@kaimai/contract/letter/letter-blocks.ts'
import { countdownText, letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
import { variablesIn } from '@kaimai/contract/letter/letter.rules.ts'
import type { Page } from 'playwright-core'
import { statementNotes } from '../../packages/server/src/modules/commission/commission-letter-texts.ts'
import { renderLetter } from '../../packages/server/src/modules/letter/render-letter.ts'
import { paymentNotes } from '../../packages/server/src/modules/order/order-letter-texts.ts'

// The letters that the system sends, for who looks at them in a browser.
const root = fileURLToPath(new URL('../..', import.meta.url))
const origin = 'https://shop.example'

export interface NamedText {
  readonly name: string
  readonly contents: LetterContents
}

/** Each text in a file of texts, whatever module it stands in. */
export const builtInTexts = async (): Promise<NamedText[]> => {
  const found: NamedText[] = []
  for await (const file of glob('packages/server/src/modules/*/*-letter-texts.ts', { cwd: root })) {
    const exported: Readonly<Record<string, unknown>> = await import(join(root, file))
    for (const [name, value] of Object.entries(exported)) {
      const contents = LetterContents.safeParse(value)
      if (contents.success && !name.endsWith('SmsText'))
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
/** A template of a firm, with what its editor offers. */
export const sample: NamedText = {
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
  linkCode: 'kiln-night-2026',
  linkRate: '12%',
  newEmail: 'another-long-address-of-somebody@example-mail-provider.com',
  invitedBy: '陳小瓷',
  invitingFirm: '器日 ChiRi 手作陶器工作室',
  amount: 'NT$1,280',
  refundAmount: 'NT$1,280',
  dueOn: '2026/12/12',
  month: '2026/11',
  carried: 'NT$320',
  earned: 'NT$12,800',
  reversed: '−NT$640',
  payable: 'NT$12,480',
  carriedOn: 'NT$0',
  [`product.${teapot}.name`]: '柴燒橫把茶壺（附木盒）',
  [`product.${teapot}.price`]: 'NT$1,280',
  [`product.${teapot}.struck`]: 'NT$1,680',
  [`product.${teapot}.picture`]: '/media/image/teapot.webp',
}

/** The letter of somebody whose values are long. */
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
    note: statementNotes.payable[language],
    paymentNote: paymentNotes.pending[language],
  }
}

export const letterHtml = ({ contents }: NamedText, language: Language): string =>
  renderLetter(contents, language, valuesFor(contents, language), origin).html

/** What is wrong with the letter that a page shows. */
export const letterFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const left = /\{\{[^}]*\}\}/.exec(document.body.innerText)
    return [
      ...(scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} > ${clientWidth}`] : []),
      ...(left ? [`a variable is left: ${left[0]}`] : []),
    ]
  })
