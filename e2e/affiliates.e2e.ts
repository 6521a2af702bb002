import { readFile } from 'node:fs/promises'
import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { showMoney } from '@kaimai/contract/common/money.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { clockAhead } from './harness/clock-ahead.ts'
import { startSale } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { type RunningServer, startServer } from './harness/server.ts'
import { type ShopperLanguage, shopperOn } from './harness/shopper.ts'
import { pxTooWide } from './harness/page-width.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': {
    pages: '聯盟行銷',
    links: '推廣連結',
    results: '推廣成效',
    commissions: '分潤明細',
    statements: '對帳單',
    payouts: '付款批次',
    newPartner: '新增合作夥伴',
    partnerName: '名稱',
    email: '登入電子郵件',
    save: '儲存',
    more: '更多動作：',
    account: '設定匯款帳號',
    bankCode: '銀行代碼',
    number: '銀行帳號',
    holder: '戶名',
    saveAccount: '儲存帳號',
    login: '登入與密碼連結',
    makeLink: '產生設定密碼連結',
    password: '設定密碼連結',
    rules: '分潤規則',
    least: '最低付款金額',
    saveRules: '儲存規則',
    newLink: '新增推廣連結',
    partner: '合作夥伴',
    code: '代碼',
    rate: '分潤比例',
    share: '複製連結與 QR Code',
    end: '網址結尾',
    toPay: '待付款',
    make: '建立付款批次',
    made: '已建立付款批次',
    unsent: '待匯款',
    undo: '取消批次',
    undone: '已取消付款批次，對帳單回到待付款',
    bankFile: '下載銀行檔',
    send: '標記為已匯款',
    sent: '已標記為已匯款',
  },
  en: {
    pages: 'Affiliate marketing',
    links: 'Links',
    results: 'Results',
    commissions: 'Commissions',
    statements: 'Statements',
    payouts: 'Payouts',
    newPartner: 'New partner',
    partnerName: 'Name',
    email: 'Login email',
    save: 'Save',
    more: 'More actions: ',
    account: 'Set bank account',
    bankCode: 'Bank code',
    number: 'Account number',
    holder: 'Account holder',
    saveAccount: 'Save account',
    login: 'Login and password link',
    makeLink: 'Create password link',
    password: 'Password link',
    rules: 'Commission rules',
    least: 'Minimum payout',
    saveRules: 'Save rules',
    newLink: 'New link',
    partner: 'Partner',
    code: 'Code',
    rate: 'Rate',
    share: 'Copy link and QR code',
    end: 'End of the address',
    toPay: 'To pay',
    make: 'Create payout',
    made: 'Payout created',
    unsent: 'Not sent',
    undo: 'Undo payout',
    undone: 'Payout undone. Its statements are to be paid again',
    bankFile: 'Download bank file',
    send: 'Mark as sent',
    sent: 'Payout marked as sent',
  },
} as const

const cases = [
  {
    language: 'zh-TW',
    shape: 'desktop',
    partner: '小美',
    code: 'mei-tw',
    email: 'mei-tw@example.com',
    buyer: { name: '林分潤', phone: '0922450001', email: 'buyer450@example.com' },
  },
  {
    language: 'en',
    shape: 'phone',
    partner: 'Jack Lin',
    code: 'jack-en',
    email: 'jack-en@example.com',
    buyer: { name: 'Lin Commission', phone: '0922450002', email: 'buyer451@example.com' },
  },
] as const

const headersOf = async () => (await loginApi(server().url, 'demo', 'kaimai-demo')).headers

beforeAll(async () => {
  const { url } = server()
  const { firmId, headers } = await loginApi(url, 'demo', 'kaimai-demo')
  // The buyers of this journey pay into the shop's account: no gateway takes part.
  const paymentMethods = (['transfer', 'cod'] as const).map((method) => ({
    method,
    gateway: method,
    offered: true,
    fee: 0,
    least: null,
    most: null,
    holdMinutes: null,
  }))
  await callApi(url, firmRoutes.change, { params: { id: firmId }, body: { paymentMethods } }, headers)
})

/** Opens another page of affiliates by their tabs. */
const turnTo = async (page: Page, language: ShopperLanguage, name: 'links' | 'results' | 'commissions' | 'payouts') => {
  const say = words[language]
  await page.getByRole('navigation', { name: say.pages }).getByRole('link', { name: say[name], exact: true }).click()
  await page.getByRole('heading', { level: 1, name: say[name] }).waitFor()
}

const chooseInMenu = async (page: Page, row: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: row, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** The staff has the money of an order in hand, and gives NT$100 of it back. */
const receiveAndRefund = async (name: string): Promise<void> => {
  const { url } = server()
  const headers = await headersOf()
  const { items } = await callApi(url, orderRoutes.list, { query: { q: name } }, headers)
  const [order] = items
  const params = { id: order?.id ?? '' }
  await callApi(url, transferRoutes.receive, { params, body: { received: order?.total ?? 0 } }, headers)
  const asked = { choice: { kind: 'amount' as const, amount: 100_00 }, restock: false }
  const { grant } = await callApi(url, refundRoutes.grant, { params, body: asked }, headers)
  const key = { 'idempotency-key': `affiliates-${params.id}` }
  await callApi(url, refundPaymentRoutes.refundPayment, { body: { ...asked, grant } }, key)
}

/** Comes by the link, signs up for the live that runs, and answers the personal address of its room. */
const signUpOnPhone = async ({
  language,
  code,
  buyer,
}: Pick<(typeof cases)[number], 'language' | 'code' | 'buyer'>): Promise<string> => {
  const { form } = await startSale(server().url, `秋窯開窯夜 ${code}`, `night-${code}`)
  const { page } = await visitor({ name: buyer.name, shape: 'phone', language })
  await page.goto(`${form}?a=${code}`)
  await page.locator('button[type=submit]').waitFor()
  await shopperOn(page, language).signUp(buyer)
  await page.waitForURL((url) => url.pathname.startsWith('/stream/') && !url.pathname.endsWith('/anonymous'))
  return new URL(page.url()).pathname
}

test.each(cases)(
  'JOURNEY-450 A merchant gives a partner a link; who signed up by it on a phone orders at a desk, and a refund takes its part back ($language, $shape)',
  async ({ language, shape, partner, code, email, buyer }) => {
    const say = words[language]
    const { page } = await visitor({ name: 'merchant', shape, language })
    await logIn(page)
    await page.goto('/association-setting')
    await page.getByRole('button', { name: say.newPartner }).first().click()
    const ofPartner = page.getByRole('dialog', { name: say.newPartner })
    await ofPartner.getByRole('textbox', { name: say.partnerName, exact: true }).fill(partner)
    await ofPartner.getByRole('textbox', { name: say.email, exact: true }).fill(email)
    await expectAccessible(page, 'a new partner')
    await ofPartner.getByRole('button', { name: say.save, exact: true }).click()
    await ofPartner.waitFor({ state: 'detached' })

    await chooseInMenu(page, say.more + partner, say.account)
    const ofAccount = page.getByRole('dialog')
    await ofAccount.getByRole('textbox', { name: say.bankCode, exact: true }).fill('822')
    await ofAccount.getByRole('textbox', { name: say.number, exact: true }).fill('0123-4567-8901')
    await ofAccount.getByRole('textbox', { name: say.holder, exact: true }).fill(partner)
    await expectAccessible(page, 'the account of a partner')
    await ofAccount.getByRole('button', { name: say.saveAccount }).click()
    await ofAccount.waitFor({ state: 'detached' })

    await chooseInMenu(page, say.more + partner, say.login)
    await page.getByRole('button', { name: say.makeLink }).click()
    await page.getByRole('group', { name: say.password, exact: true }).getByText('#token=').waitFor()
    await expectAccessible(page, 'a link to set a password')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await turnTo(page, language, 'links')
    await page.getByRole('button', { name: say.rules }).click()
    const ofRules = page.getByRole('dialog', { name: say.rules })
    await ofRules.getByRole('textbox', { name: say.least, exact: true }).fill('1')
    await expectAccessible(page, 'what holds for all partners')
    await ofRules.getByRole('button', { name: say.saveRules }).click()
    await ofRules.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: say.newLink }).first().click()
    const ofLink = page.getByRole('dialog', { name: say.newLink })
    await ofLink.getByRole('combobox', { name: say.partner, exact: true }).click()
    await page.getByRole('option', { name: partner, exact: true }).click()
    await ofLink.getByRole('textbox', { name: say.code, exact: true }).fill(code)
    await ofLink.getByRole('textbox', { name: say.rate, exact: true }).fill('10')
    await expectAccessible(page, 'a new link')
    await ofLink.getByRole('button', { name: say.save, exact: true }).click()
    await ofLink.waitFor({ state: 'detached' })
    await chooseInMenu(page, say.more + code, say.share)
    await page.getByRole('group', { name: say.end }).getByText(`?a=${code}`).waitFor()
    await expectAccessible(page, 'a link to hand on')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const personal = await signUpOnPhone({ language, code, buyer })
    // Another browser, which never saw the link: the sign-up alone carries the credit to it.
    const { page: computer, context } = await visitor({ name: `${buyer.name}, computer`, shape: 'desktop', language })
    await computer.goto(personal)
    const shopper = shopperOn(computer, language)
    await shopper.addShown()
    await shopper.openCart()
    await shopper.checkOut(buyer, async () => {}, 'transfer')
    const cookies = (await context.cookies()).map(({ name }) => name)
    expect(cookies).not.toContain('kaimai_links')
    await receiveAndRefund(buyer.name)

    await turnTo(page, language, 'results')
    await page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: code }).first().waitFor()
    await expectAccessible(page, 'what came by links')
    await turnTo(page, language, 'commissions')
    const sold = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: partner })
    // A tenth of NT$680, and of the NT$100 that went back.
    await expect
      .poll(
        async () => {
          await page.reload()
          await sold.first().waitFor()
          return sold.first().innerText()
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toMatch(/NT\$68\b[\s\S]*−NT\$10\b/)
    await expectAccessible(page, 'commissions')
    expect(await pxTooWide(page)).toBe(0)
  },
  180_000,
)

/** Beyond the seven days, and the end of the month in which they end. */
const daysLater = 62

let later: Promise<RunningServer> | undefined
afterAll(async () => {
  await (await later)?.stop()
})

/** The demo firm has partners of its own. */
const isOwn = ({ partnerName }: { readonly partnerName: string }): boolean =>
  cases.some(({ partner }) => partner === partnerName)

/** The row of the batch that can still be undone; the newest stands first. */
const unsentRow = (page: Page, language: ShopperLanguage) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: words[language].unsent }).first()

/** The batch that the bank does not have yet. */
const unsentBatch = async () => {
  const { items } = await callApi(server().url, commissionRoutes.payouts, {}, await headersOf())
  return items.find(({ state }) => state === 'made')
}

/** The same shop two months later, once its statements are made. */
const twoMonthsLater = (): Promise<RunningServer> =>
  (later ??= (async () => {
    const { dataDir, port, stop } = server()
    await stop()
    const started = await startServer({ dataDir, port, env: { NODE_OPTIONS: clockAhead(daysLater * 86_400_000) } })
    const headers = await headersOf()
    const made = async () =>
      (await callApi(started.url, commissionRoutes.statements, { query: { limit: 100 } }, headers)).items.filter(isOwn)
    await expect.poll(async () => (await made()).length, { timeout: 60_000, interval: 500 }).toBe(cases.length)
    return started
  })())

test('JOURNEY-451 When the month is over each partner has a statement of NT$58; it is put into a payout, and taken out again', async () => {
  await twoMonthsLater()
  const say = words['zh-TW']
  const { page } = await visitor({ name: '商家', shape: 'desktop' })
  await logIn(page)
  await page.goto('/association-setting/statements')
  const row = page.getByRole('row').filter({ hasText: '小美' })
  await row.getByText('NT$58').first().waitFor()
  await row.getByText(say.toPay, { exact: true }).waitFor()
  await expectAccessible(page, 'statements')

  await turnTo(page, 'zh-TW', 'payouts')
  await page.getByRole('button', { name: say.make }).click()
  const dialog = page.getByRole('dialog', { name: say.make })
  await expectAccessible(page, 'a new payout')
  await dialog.getByRole('button', { name: say.make }).click()
  await page.getByText(say.made, { exact: true }).waitFor()
  const batch = await unsentBatch()
  expect(batch?.items.filter(isOwn).map(({ net }) => net)).toEqual(cases.map(() => 58_00))
  const amount = batch?.items.reduce((sum, { net }) => sum + net, 0) ?? 0
  await unsentRow(page, 'zh-TW')
    .getByRole('button', { name: new RegExp(`^${say.more}`) })
    .click()
  await page.getByRole('menuitem', { name: say.undo }).click()
  const question = page.getByRole('dialog')
  await question.getByText(showMoney({ amount, currency: 'TWD' })).waitFor()
  await question.getByRole('button', { name: say.undo }).click()
  await page.getByText(say.undone).waitFor()
  await expectAccessible(page, 'a payout that was undone')
  await page.goto('/association-setting/statements')
  await row.getByText(say.toPay, { exact: true }).waitFor()
}, 240_000)

test('JOURNEY-452 In English on a phone: paid out again, taken to the bank as a file, and not undone any more once it is sent', async () => {
  await twoMonthsLater()
  const say = words.en
  const { page } = await visitor({ name: 'merchant on the way', shape: 'phone', language: 'en' })
  await logIn(page)
  await page.goto('/association-setting/payouts')
  await page.getByRole('button', { name: say.make }).click()
  await page.getByRole('dialog', { name: say.make }).getByRole('button', { name: say.make }).click()
  await page.getByText(say.made, { exact: true }).waitFor()
  await unsentRow(page, 'en').waitFor()
  // What was undone has nothing in its menu, and none is shown.
  const menu = page.getByRole('button', { name: new RegExp(`^${say.more}`) }).first()
  await menu.click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: say.bankFile }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^payout-.{6}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  for (const { partner } of cases)
    expect(lines.filter((line) => line.includes(`"012345678901","${partner}","58"`))).toHaveLength(1)

  await menu.click()
  await page.getByRole('menuitem', { name: say.send }).click()
  const question = page.getByRole('dialog')
  await expectAccessible(page, 'whether a payout is sent')
  await question.getByRole('button', { name: say.send }).click()
  await page.getByText(say.sent).waitFor()
  await menu.click()
  await page.getByRole('menuitem', { name: say.bankFile }).waitFor()
  expect(await page.getByRole('menuitem').count()).toBe(1)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'a payout that was sent')
  expect(await pxTooWide(page)).toBe(0)
}, 240_000)
