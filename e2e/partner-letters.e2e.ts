import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { startMailBox } from './harness/mail-box.ts'
import { signUpStage } from './harness/sign-up-stage.ts'
import { pxTooWide } from './harness/page-width.ts'

const mailBox = await startMailBox()
afterAll(() => mailBox.stop())

const { server, visitor } = useJourney({ env: { SMTP_URL: mailBox.url } })

const words = {
  'zh-TW': {
    more: '更多動作：',
    invite: '寄送邀請信',
    inviting: '邀請「小美」',
    sendInvitation: '寄出邀請信',
    invited: '已寄出給「小美」的邀請信',
    welcome: '歡迎成為',
    setPassword: '設定密碼',
    newPassword: '新密碼',
    save: '儲存密碼',
    isSet: '密碼已設定完成',
    email: '電子郵件',
    password: '密碼',
    logIn: '登入',
    hello: '小美，您好',
    forgot: '忘記密碼？',
    sendLink: '寄出連結',
    mayCome: /^如果 .* 是您的登入電子郵件/,
    reset: '我們收到重新設定密碼的要求',
    send: '寄給合作夥伴',
    ok: '寄出',
    linkSent: '已將連結寄給「小美」',
    current: '這是您目前的推廣連結',
    letters: '有新的分潤時寄信給我',
  },
  en: {
    more: 'More actions: ',
    invite: 'Send invitation',
    inviting: 'Invite “Jack”',
    sendInvitation: 'Send invitation',
    invited: 'Invitation sent to “Jack”',
    welcome: 'welcome as a partner of',
    setPassword: 'Set your password',
    newPassword: 'New password',
    save: 'Save password',
    isSet: 'Your password is set',
    email: 'Email',
    password: 'Password',
    logIn: 'Log in',
    hello: 'Hi, Jack',
    forgot: 'Forgot your password?',
    sendLink: 'Send link',
    mayCome: /^If .* is your login email/,
    reset: 'We received a request to reset your password',
    send: 'Send to partner',
    ok: 'Send',
    linkSent: 'Link sent to “Jack”',
    current: 'this is your current link',
    letters: 'Email me about new commissions',
  },
} as const

const cases = [
  { language: 'zh-TW', name: '小美', code: 'mei490', email: 'mei490@example.com', staff: 'desktop', own: 'phone' },
  { language: 'en', name: 'Jack', code: 'jack490', email: 'jack490@example.com', staff: 'phone', own: 'desktop' },
] as const

let stage: Awaited<ReturnType<typeof signUpStage>>
const idOf = new Map<string, string>()
beforeAll(async () => {
  const { url } = server()
  stage = await signUpStage(url)
  const { id: formId } = await stage.form('秋窯開窯夜', { customUrl: 'letters-kiln', hours: [30] })
  for (const { name, email, code } of cases) {
    const partner = { name, taxKind: 'resident' as const, email, payoutEmail: '', phone: '', memo: '' }
    const { id } = await callApi(url, partnerRoutes.create, { body: partner }, stage.headers)
    idOf.set(code, id)
    const terms = { rateKind: 'percent' as const, basisPoints: 1_000, amount: null, cookieDays: 30, endAt: null }
    const beginAt = new Date(Date.now() - 86_400_000).toISOString()
    const body = { ...terms, partnerId: id, name: '', code, signupIds: [formId], productIds: [], beginAt }
    await callApi(url, associationRoutes.create, { body }, stage.headers)
  }
})

/** The link of a letter that sets a password. */
const passwordLinkIn = (text: string): string => /https?:\/\/\S+#token=\S+/.exec(text)?.[0] ?? ''

const chooseInMenu = async (page: Page, row: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: row, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const setPassword = async (page: Page, language: 'zh-TW' | 'en', link: string, password: string): Promise<void> => {
  const say = words[language]
  const { pathname, hash } = new URL(link)
  await page.goto(pathname + hash)
  await page.getByRole('heading', { level: 1, name: say.setPassword }).waitFor()
  await page.getByLabel(say.newPassword, { exact: true }).fill(password)
  await page.getByRole('button', { name: say.save }).click()
  await page.getByText(say.isSet).waitFor()
}

const logInAsPartner = async (page: Page, language: 'zh-TW' | 'en', email: string, password: string) => {
  const say = words[language]
  await page.getByRole('textbox', { name: say.email }).fill(email)
  await page.getByLabel(say.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: say.logIn, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: say.hello }).waitFor()
}

test.each(cases)(
  'JOURNEY-490 Staff sends an invitation; the partner sets a password by its link, and the log of the firm shows no way in ($language)',
  async ({ language, name, email, staff, own }) => {
    const say = words[language]
    const { page } = await visitor({ name: 'merchant', shape: staff, language })
    await logIn(page)
    await page.goto('/association-setting')
    await chooseInMenu(page, say.more + name, say.invite)
    const dialog = page.getByRole('dialog', { name: say.inviting })
    await dialog.getByText(email).waitFor()
    await expectAccessible(page, 'an invitation')
    expect(await pxTooWide(page)).toBe(0)
    await dialog.getByRole('button', { name: say.sendInvitation }).click()
    await page.getByText(say.invited).waitFor()

    const letter = await mailBox.letterTo(email, say.welcome)
    const guest = await visitor({ name: 'partner', shape: own, language })
    guest.announce(/^401 GET \/api\/partner_session$/)
    await setPassword(guest.page, language, passwordLinkIn(letter), 'a long and good password')
    await logInAsPartner(guest.page, language, email, 'a long and good password')

    const { items } = await callApi(server().url, letterRoutes.list, { query: { q: email } }, stage.headers)
    const params = { id: items[0]?.id ?? '' }
    const shown = await callApi(server().url, letterRoutes.show, { params }, stage.headers)
    expect(shown.text).toContain(say.welcome)
    expect(`${shown.html} ${shown.text}`).not.toContain('#token')
  },
  120_000,
)

test.each(cases)(
  'JOURNEY-491 Staff sends a link after a question, and the letter says its code and where it leads ($language)',
  async ({ language, code, email, staff }) => {
    const say = words[language]
    const { page } = await visitor({ name: 'merchant', shape: staff, language })
    await logIn(page)
    await page.goto('/association-setting/links')
    await chooseInMenu(page, say.more + code, say.send)
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: say.ok, exact: true }).waitFor()
    await expectAccessible(page, 'a question before a link is sent')
    await question.getByRole('button', { name: say.ok, exact: true }).click()
    await page.getByText(say.linkSent).waitFor()
    expect(await mailBox.letterTo(email, say.current)).toContain(`/f/letters-kiln?a=${code}`)
  },
  120_000,
)

test.each(cases)(
  'JOURNEY-492 Who forgot the password gets a link by the own address; another address is answered alike and gets none ($language)',
  async ({ language, code, email, own }) => {
    const say = words[language]
    const guest = await visitor({ name: 'partner', shape: own, language })
    guest.announce(/^401 GET \/api\/partner_session$/)
    const { page } = guest
    const ask = async (address: string) => {
      await page.goto(`/partner/${idOf.get(code)}`)
      await page.getByRole('button', { name: say.forgot }).click()
      await page.getByRole('textbox', { name: say.email }).fill(address)
      await expectAccessible(page, 'a forgotten password')
      expect(await pxTooWide(page)).toBe(0)
      await page.getByRole('button', { name: say.sendLink }).click()
      await page.getByRole('status').filter({ hasText: say.mayCome }).waitFor()
    }
    const stranger = `stranger-${code}@example.com`
    await ask(stranger)
    await ask(email)
    const link = passwordLinkIn(await mailBox.letterTo(email, say.reset))
    expect(mailBox.lettersTo(stranger)).toEqual([])
    await setPassword(page, language, link, 'another long and good password')
    await logInAsPartner(page, language, email, 'another long and good password')
  },
  120_000,
)

test.each(cases)(
  'JOURNEY-493 A partner switches letters about commissions off, which stays so ($language)',
  async ({ language, email, code, own }) => {
    const say = words[language]
    const guest = await visitor({ name: 'partner', shape: own, language })
    guest.announce(/^401 GET \/api\/partner_session$/)
    const { page } = guest
    await page.goto(`/partner/${idOf.get(code)}`)
    await logInAsPartner(page, language, email, 'another long and good password')
    const box = page.getByRole('checkbox', { name: say.letters })
    expect(await box.isChecked()).toBe(true)
    await box.uncheck()
    await expect.poll(() => box.getAttribute('aria-busy')).toBeNull()
    await expectAccessible(page, 'a partner’s page without letters')
    await page.reload()
    await box.waitFor()
    expect(await box.isChecked()).toBe(false)
  },
  120_000,
)
