import type { Page } from 'playwright-core'
import { startLive } from '../harness/evening.ts'
import type { ShopperLanguage } from '../harness/shopper.ts'

// What the tour does in the control room. Words in both languages: [zh-TW, en].
const inWords = (language: ShopperLanguage, [chinese, english]: readonly [string, string]): string =>
  language === 'en' ? english : chinese

type Act = (page: Page, language: ShopperLanguage) => Promise<void>

const isStaffSessionValid: Act = (page, language) =>
  page
    .getByRole('log', { name: inWords(language, ['聊天', 'Chat']) })
    .or(page.getByRole('tab', { name: inWords(language, ['商品', 'Products']) }))
    .first()
    .waitFor()

/** On a phone a tab, at a desk a column that stands already. */
const openTab =
  (words: readonly [string, string]): Act =>
  async (page, language) => {
    await isStaffSessionValid(page, language)
    const tab = page.getByRole('tab', { name: inWords(language, words), exact: true })
    if (await tab.isVisible()) await tab.click()
  }

const openSetting =
  (words: readonly [string, string]): Act =>
  async (page, language) => {
    await isStaffSessionValid(page, language)
    await page.getByRole('button', { name: inWords(language, ['更多設定', 'More settings']) }).click()
    await page.getByRole('menuitem', { name: inWords(language, words) }).click()
    await page.getByRole('dialog').waitFor()
  }

/** Stops in the control room of a room that runs. */
export const controlRoomActs: Readonly<Record<string, Act>> = {
  running: isStaffSessionValid,
  show: openTab(['節目', 'Show']),
  products: openTab(['商品', 'Products']),
  words: openSetting(['禁用字…', 'Banned words…']),
  blocked: openSetting(['封鎖名單…', 'Blocked viewers…']),
  quick: openSetting(['快速回覆…', 'Quick replies…']),
  voice: async (page, language) => {
    await isStaffSessionValid(page, language)
    await page.getByRole('button', { name: inWords(language, ['更換發言身分', 'speak as somebody else']) }).click()
    await page
      .getByRole('menuitem', { name: inWords(language, ['以虛擬觀眾發言…', 'Comment as a virtual user…']) })
      .click()
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
  },
}

/** The film takes three minutes; a room is looked at only while it plays. */
const freshMs = 90_000

/** The control room of a live that runs now. */
export const runningControlRoom = (url: string) => {
  let opened: { readonly atMs: number; readonly path: Promise<string> } | undefined
  const open = async (): Promise<string> => {
    const products = [
      ['A01', 0],
      ['A02', null],
      ['A07', 40],
    ] as const
    const { live } = await startLive(url, '控制室裡的一場', products, {
      bannedKeywords: ['加賴'],
      callToAction: [{ at: 60, until: null, text: '滿 1,500 免運', url: '' }],
    })
    return `/manage-live-stream/streaming-edit/${live.id}`
  }
  return (): Promise<string> => {
    if (opened === undefined || performance.now() - opened.atMs > freshMs)
      opened = { atMs: performance.now(), path: open() }
    return opened.path
  }
}
