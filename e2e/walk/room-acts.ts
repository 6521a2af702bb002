import type { Page } from 'playwright-core'
import { closeCodes } from '@kaimai/contract/room/room.protocol.ts'
import { type ShopperLanguage, shopperOn, untilAlive } from '../harness/shopper.ts'

type Act = (page: Page, language: ShopperLanguage) => Promise<void>

export const videoPlays: Act = (page) =>
  page
    .waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5, undefined, { timeout: 30_000 })
    .then(() => undefined)

export const openProducts: Act = async (page, language) => {
  await videoPlays(page, language)
  await shopperOn(page, language).openProducts()
}

export const openCart: Act = async (page, language) => {
  await openProducts(page, language)
  await shopperOn(page, language).takeFromProducts()
  await page.getByRole('dialog').waitFor()
}

export const openDelivery: Act = async (page, language) => {
  await openCart(page, language)
  await shopperOn(page, language).openSection('delivery')
}

/** Writes under the name that is there already, where the room asks for one. */
const write = async (page: Page, language: ShopperLanguage, text: string): Promise<void> => {
  await page.locator('[data-part="say"] input').waitFor()
  await shopperOn(page, language).write(text)
  const asked = page.getByRole('dialog')
  // Others may have said the same.
  const own = page.getByText(language === 'en' ? '(you)' : '（您）')
  const said = page.getByRole('log').getByRole('listitem').filter({ has: own, hasText: text }).last()
  await asked.or(said).first().waitFor()
  if (await asked.isVisible()) await asked.locator('[type=submit]').click()
  await said.waitFor()
}

const answer = (page: Page) => page.getByRole('log').locator('li[data-note]').last()

/** Orders what has variants, without saying which. */
export const orderUnclear: Act = async (page, language) => {
  await write(page, language, '+1')
  await answer(page).getByRole('group').getByRole('button').first().waitFor()
}

export const orderHeld: Act = async (page, language) => {
  await orderUnclear(page, language)
  await answer(page).getByRole('group').getByRole('button').last().click()
  await answer(page).getByText(/× 1/).waitFor()
  await write(page, language, 'A99+1')
  await answer(page).getByText('A99').waitFor()
}

export const writeSlowly: Act = async (page, language) => {
  await write(page, language, '今天的釉色好美')
  await page.locator('[data-part="say"] p b').waitFor()
}

const refusedBy =
  (code: number): Act =>
  async (page) => {
    await page.routeWebSocket(/\/api\/room\/socket/, (line) => line.close({ code }))
    await page.reload()
  }

export const findFull: Act = async (page, language) => {
  await refusedBy(closeCodes.full)(page, language)
  await page.locator('[data-part="drop"]').waitFor()
}

export const findReplaced: Act = async (page, language) => {
  await refusedBy(closeCodes.replaced)(page, language)
  await page.getByRole('dialog').waitFor()
}

export const findBlocked: Act = async (page, language) => {
  await refusedBy(closeCodes.blocked)(page, language)
  await page.locator('[data-part="stage"]').waitFor({ state: 'detached' })
}

/** Stands still where something is said and shown. */
export const holdReplay: Act = async (page) => {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 3.2)
  await page.keyboard.press('k')
  await page.locator('[data-part="offer"] h2').waitFor()
  await page.getByRole('log').getByRole('listitem').first().waitFor()
}

/** What stands in for YouTube here: there is no network. It says hello, plays, and tells where it is. */
const standIn = `<!doctype html><body style="margin:0;height:100vh;display:grid;place-items:center;background:#2b2f38;color:#fff;font:16px sans-serif">
YouTube<script>
const asked = new URLSearchParams(location.search)
const tell = (message) => parent.postMessage(JSON.stringify(message), asked.get('origin'))
addEventListener('message', ({ data }) => {
  const { event, func } = JSON.parse(data)
  if (event === 'listening') tell({ event: 'onReady' })
  if (func === 'playVideo') tell({ event: 'infoDelivery', info: { currentTime: +asked.get('start'), duration: 3600, playerState: 1, muted: true } })
})
</script></body>`

export const playYoutube: Act = async (page) => {
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: standIn }),
  )
  await page.reload()
  await page.frameLocator('[data-part="stage"] iframe').getByText('YouTube').waitFor()
}

const menuLabels = {
  'zh-TW': { more: '更多', profile: '我的資料與訂單', add: /^加入購物車/, checkOut: /^結帳 NT\$/ },
  en: { more: 'More', profile: 'My details and orders', add: /^Add to cart/, checkOut: /^Check out NT\$/ },
} as const

export const openMenu: Act = async (page, language) => {
  await videoPlays(page, language)
  const more = page.getByRole('button', { name: menuLabels[language].more, exact: true })
  // A wide screen has its entries in the bar over everything instead.
  if (!(await more.isVisible())) return
  await more.click()
  await page.getByRole('dialog').waitFor()
}

/** What a viewer has saved, and their orders; in the menu where the face has one. */
export const openProfile: Act = async (page, language) => {
  const { more, profile } = menuLabels[language]
  const entry = page.getByRole('button', { name: profile })
  await entry
    .or(page.getByRole('button', { name: more, exact: true }))
    .first()
    .waitFor()
  if (!(await entry.isVisible())) await page.getByRole('button', { name: more, exact: true }).click()
  await entry.click()
  await page.getByRole('dialog').waitFor()
}

/** On a sales page: the first of its products without a choice goes into the cart, and on to the checkout. */
export const buyOnPage: Act = async (page, language) => {
  const { add, checkOut } = menuLabels[language]
  await untilAlive(page)
  await page.getByRole('button', { name: add }).first().click()
  await page.getByRole('button', { name: checkOut }).click()
  await page.getByRole('dialog').waitFor()
}
