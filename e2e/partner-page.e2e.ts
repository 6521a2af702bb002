import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import type { Visitor } from './harness/browser.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn as logInAsStaff } from './harness/log-in.ts'
import { signUpStage } from './harness/sign-up-stage.ts'
import { pxTooWide } from './harness/page-width.ts'

const { server, visitor } = useJourney()

const password = 'a long and good password'
let stage: Awaited<ReturnType<typeof signUpStage>>
beforeAll(async () => {
  stage = await signUpStage(server().url)
  await stage.form('秋窯開窯夜', { customUrl: 'partner-kiln', hours: [30] })
})

/** A partner of the demo firm with a link of 10 %; `path` is what the shop hands over to set a password. */
const aPartner = async (code: string) => {
  const { headers } = stage
  const email = `${code}@example.com`
  const partner = await callApi(
    server().url,
    partnerRoutes.create,
    { body: { name: '小美', taxKind: 'resident', email, payoutEmail: '', phone: '', memo: '' } },
    headers,
  )
  const link = {
    partnerId: partner.id,
    name: '秋天的貼文',
    code,
    rateKind: 'percent' as const,
    basisPoints: 1_000,
    amount: null,
    signupIds: [],
    productIds: [],
    beginAt: new Date(Date.now() - 86_400_000).toISOString(),
    endAt: null,
    cookieDays: 30,
  }
  await callApi(server().url, associationRoutes.create, { body: link }, headers)
  const handOver = async () =>
    (await callApi(server().url, partnerRoutes.passwordLink, { params: { id: partner.id }, body: {} }, headers)).path
  return { id: partner.id, email, handOver }
}

/** Who is not logged in is told so by the first call. */
const comesIn = ({ announce }: Visitor) => announce(/^401 GET \/api\/partner_session$/)

const logIn = async (
  page: Page,
  email: string,
  words: { readonly email: string; readonly password: string; readonly submit: string },
  typed = password,
) => {
  await page.getByRole('textbox', { name: words.email }).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(typed)
  await page.getByRole('button', { name: words.submit, exact: true }).click()
}
const zh = { email: '電子郵件', password: '密碼', submit: '登入' }
const en = { email: 'Email', password: 'Password', submit: 'Log in' }

test('JOURNEY-460 A partner sets a password by the shop’s link on a phone, logs in, and sees links, figures and what is due', async () => {
  const partner = await aPartner('mei460')
  const guest = await visitor({ name: '合作夥伴', shape: 'phone' })
  comesIn(guest)
  const { page } = guest
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(await partner.handOver())
  await page.getByRole('heading', { level: 1, name: '設定密碼' }).waitFor()
  await expectAccessible(page, 'a partner sets a password')
  await page.getByLabel('新密碼', { exact: true }).fill('short')
  guest.announce(/^400 PUT \/api\/partner_session$/)
  guest.announce(/^422 PUT \/api\/partner_session$/)
  await page.getByRole('button', { name: '儲存密碼' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('新密碼', { exact: true }).fill(password)
  await page.getByRole('button', { name: '儲存密碼' }).click()
  await page.getByText('密碼已設定完成').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await expectAccessible(page, 'a partner logs in')
  await logIn(page, partner.email, zh)
  await page.getByRole('heading', { level: 1, name: '小美，您好' }).waitFor()
  await page.getByRole('link', { name: /\/f\/partner-kiln\?a=mei460/ }).waitFor()
  await page.getByRole('button', { name: 'QR Code' }).click()
  await page.getByRole('img', { name: /QR Code$/ }).waitFor()
  await page.getByText('分享文字').click()
  await expectAccessible(page, 'a partner’s page')
  expect(await pxTooWide(page)).toBe(0)
})

test('JOURNEY-461 In English on a desktop: a wrong password is said, the right one opens the page, and logging out closes it', async () => {
  const partner = await aPartner('mei461')
  const guest = await visitor({ name: 'partner', shape: 'desktop', language: 'en' })
  comesIn(guest)
  guest.announce(/^401 POST \/api\/partner_session$/)
  const { page } = guest
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(await partner.handOver())
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Your password is set').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(partner.email)
  await page.getByLabel('Password', { exact: true }).fill('a wrong password')
  await page.keyboard.press('Enter')
  await page.getByText('Incorrect email or password').waitFor()
  await logIn(page, partner.email, en)
  await page.getByRole('heading', { level: 1, name: 'Hi, 小美' }).waitFor()
  await page.getByText('No statements yet').waitFor()
  await expectAccessible(page, 'a partner’s page')
  expect(await pxTooWide(page)).toBe(0)
  // A reload keeps the session; logging out ends it.
  await page.reload()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('You’re logged out.').waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Partner login' }).waitFor()
})

test('JOURNEY-462 Who comes by the link and signs up stands in the partner’s figures of today', async () => {
  const partner = await aPartner('mei462')
  const guest = await visitor({ name: '合作夥伴', shape: 'phone' })
  comesIn(guest)
  const { page } = guest
  await page.goto(await partner.handOver())
  await page.getByLabel('新密碼', { exact: true }).fill(password)
  await page.getByRole('button', { name: '儲存密碼' }).click()
  await page.getByText('密碼已設定完成').waitFor()
  await logIn(page, partner.email, zh)
  const link = page.getByRole('link', { name: /partner-kiln\?a=mei462/ }).first()
  const href = (await link.getAttribute('href')) ?? ''

  const { page: follower } = await visitor({ name: '追蹤者', shape: 'phone' })
  await follower.goto(new URL(href).pathname + new URL(href).search)
  await follower.locator('button[type=submit]').waitFor()
  await follower.getByRole('textbox', { name: '姓名', exact: true }).fill('林佳穎')
  await follower.getByRole('textbox', { name: '手機', exact: true }).fill('0912 345 462')
  await follower.getByRole('textbox', { name: 'Email', exact: true }).fill('lin462@example.com')
  await follower.getByRole('checkbox', { name: /^我同意/ }).check()
  await follower.getByRole('button', { name: /^免費報名/ }).click()
  await follower.getByRole('heading', { level: 1, name: '報名成功' }).waitFor()

  const signups = page.getByRole('region', { name: '今天' }).locator('dl > div', { hasText: '報名' }).locator('dd')
  await expect
    .poll(
      async () => {
        await page.reload()
        return signups.innerText()
      },
      { timeout: 60_000 },
    )
    .toBe('1')
})

test('JOURNEY-463 The document loads nothing of the console and never reads what the console keeps in the browser', async () => {
  const partner = await aPartner('mei463')
  const guest = await visitor({ name: '店員也是夥伴', shape: 'desktop' })
  comesIn(guest)
  const { page } = guest
  // On a shared origin the console's login lies in the same storage.
  await logInAsStaff(page)
  await page.addInitScript(() => {
    const read: string[] = []
    Object.assign(window, { keysRead: read })
    const { getItem } = Storage.prototype
    Storage.prototype.getItem = function (key: string) {
      read.push(key)
      return getItem.call(this, key)
    }
  })
  const sent: Record<string, string>[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) sent.push(request.headers())
  })
  await page.goto(`/partner/${partner.id}`)
  await page.getByRole('heading', { level: 1, name: '合作夥伴登入' }).waitFor()
  const keysRead = await page.evaluate(() => (window as unknown as { keysRead: string[] }).keysRead)
  expect(keysRead.filter((key) => /^(ramate_|console\.)/.test(key))).toEqual([])
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.filter((headers) => 'authorization' in headers || 'x-csrf-token' in headers)).toEqual([])
  const answer = await fetch(`${server().url}/partner/${partner.id}`)
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(await answer.text()).not.toMatch(/console-[\w-]+\.js/)
})

test.each([
  {
    language: 'zh-TW',
    shape: 'desktop',
    words: zh,
    page: { heading: '慢食廚房 沈若安，您好', sold: '分潤明細', back: /退款扣回/, months: '對帳單', sent: '已匯出' },
  },
  {
    language: 'en',
    shape: 'phone',
    words: en,
    page: {
      heading: 'Hi, 慢食廚房 沈若安',
      sold: 'Commissions',
      back: /, refunds/,
      months: 'Statements',
      sent: 'Paid out',
    },
  },
] as const)(
  'JOURNEY-464 The demo shop’s partner logs in with its password: links that still earn, a piece that went back, a month that is paid out ($language, $shape)',
  async ({ language, shape, words, page: say }) => {
    const q = 'slow.kitchen@example.com'
    const { items } = await callApi(server().url, partnerRoutes.list, { query: { q } }, stage.headers)
    const guest = await visitor({ name: 'demo partner', shape, language })
    comesIn(guest)
    const { page } = guest
    await page.setViewportSize(shape === 'phone' ? { width: 360, height: 740 } : { width: 1280, height: 800 })
    await page.goto(`/partner/${items[0]?.id ?? ''}`)
    await logIn(page, q, words, 'kaimai-demo')
    await page.getByRole('heading', { level: 1, name: say.heading }).waitFor()
    const link = page.getByRole('article', { name: '個人檔案連結' })
    await link.getByRole('link', { name: /\?a=slow-kitchen$/ }).waitFor()
    expect(await page.getByRole('article', { name: '中秋檔期貼文' }).count()).toBe(0)
    await page.getByRole('region', { name: say.sold }).getByText(say.back).first().waitFor()
    await page.getByRole('region', { name: say.months }).getByText(say.sent, { exact: true }).waitFor()
    await expectAccessible(page, 'the page of a partner who has earned')
    expect(await pxTooWide(page)).toBe(0)
  },
)
