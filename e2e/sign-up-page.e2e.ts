import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { signUpStage } from './harness/sign-up-stage.ts'
import { pxTooWide } from './harness/page-width.ts'

const { server, visitor } = useJourney({ env: { KAIMAI_SANDBOX: '1' } })

let stage: Awaited<ReturnType<typeof signUpStage>>
beforeAll(async () => {
  stage = await signUpStage(server().url)
  const { posters: posterInfoList } = await stage.page('demo')
  await stage.form('秋窯開窯夜', { customUrl: 'kiln', hours: [30, 54], posterInfoList, countyRequired: true })
  await stage.form('手捏體驗課', {
    customUrl: 'class',
    hours: [30, 54],
    pageType: 'order',
    posterInfoList,
    ticketInfo: { ticketName: '線上手捏課', price: 68_000, productId: null },
  })
  await stage.form('只剩一位', { customUrl: 'last-place', hours: [30, 54], capacity: 1 })
  await stage.form('滿座的一場', { customUrl: 'full', hours: [30], capacity: 1 })
  await stage.takePlace('full', undefined, '9')
})

let people = 0
const aPerson = () => {
  people += 1
  return { name: '林佳穎', phone: `0912 345 6${String(people).padStart(2, '0')}`, email: `lin${people}@example.com` }
}

/** The form on the page, by its words. */
const formOn = (page: Page) => {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  return {
    field,
    consent: page.getByRole('checkbox', { name: /^我同意/ }),
    session: (name: RegExp) => page.getByRole('radio', { name }),
    submit: page.getByRole('button', { name: /^(免費報名|付款報名)/ }),
    fill: async ({ name, phone, email }: ReturnType<typeof aPerson>) => {
      await field('姓名').fill(name)
      await field('手機').fill(phone)
      await field('Email').fill(email)
      const county = page.getByRole('combobox', { name: '居住縣市' })
      if (await county.isVisible()) await county.selectOption('新北市')
      await page.getByRole('checkbox', { name: /^我同意/ }).check()
    },
  }
}
const done = (page: Page) => page.getByRole('heading', { level: 1, name: '報名成功' })
/** The page listens: before, a press does nothing. */
const stands = (page: Page) => page.locator('button[type=submit]').waitFor()

test('JOURNEY-74 A visitor signs up on a phone, keeps the session in the calendar, and the link leads into the room', async () => {
  const { page } = await visitor({ name: '客人', shape: 'phone' })
  await page.goto('/f/kiln')
  await stands(page)
  await formOn(page).fill(aPerson())
  await formOn(page).submit.click()
  await done(page).waitFor()
  await page.getByRole('button', { name: '加到行事曆' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Apple／其他' }).click()
  const ics = (await readFile(await (await download).path(), 'utf8')).replaceAll('\r\n ', '')
  const link = (await page.getByRole('link', { name: /\/stream\// }).getAttribute('href')) ?? ''
  const [session] = (await stage.page('kiln')).sessions
  const stamp = (iso = '') => new Date(iso).toISOString().replace(/[-:]|\.\d{3}/g, '')
  for (const line of [
    'BEGIN:VEVENT',
    `DTSTART:${stamp(session?.beginAt)}`,
    `DTEND:${stamp(session?.endAt)}`,
    `URL:${link}`,
    'TRIGGER:-PT10M',
  ])
    expect(ics.split('\r\n')).toContain(line)
  await page.getByRole('link', { name: /\/stream\// }).click()
  await page.waitForURL('**/stream/**')
  await page.getByRole('heading', { level: 1, name: '秋窯開窯夜 1' }).waitFor()
})

test('JOURNEY-75 A place is paid for, the order page leads into the room, and the form knows it when one comes back', async () => {
  const { page } = await visitor({ name: '買課的人', shape: 'desktop' })
  await page.goto('/f/class')
  await stands(page)
  const person = aPerson()
  await formOn(page).fill(person)
  await page.getByRole('button', { name: '付款報名 NT$680' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(`${person.email}・報名時填的`).waitFor()
  await sheet.getByRole('button', { name: /^付款 NT\$680/ }).click()
  await page.waitForURL('**/sandbox-pay/*')

  // Not paid yet: the form says so, and leads to the order.
  const back = await page.context().newPage()
  await back.goto('/f/class')
  await back
    .getByRole('complementary', { name: '待付款的訂單' })
    .getByText(/NT\$680/)
    .waitFor()
  await expectAccessible(back, 'an unpaid order')
  await back.close()

  await page.getByRole('button', { name: /^付款成功/ }).click()
  await page.waitForURL('**/order/*')
  const room = page.getByRole('link', { name: /進入直播間|進場|專屬/ }).first()
  await room.waitFor({ timeout: 60_000 })
  await page.goto('/f/class')
  await page.getByText('付款完成，座位已保留').waitFor()
  await page.getByRole('link', { name: '打開', exact: true }).click()
  await page.waitForURL('**/stream/**')

  // The same person once more, from another device: told in words, nothing is charged, nothing is lost.
  const other = await visitor({ name: '同一人的另一台', shape: 'phone' })
  other.announce(/^409 POST \/api\/pay\/signup_order/)
  await other.page.goto('/f/class')
  await stands(other.page)
  await formOn(other.page).fill(person)
  await formOn(other.page).submit.click()
  const second = other.page.getByRole('dialog')
  await second.getByRole('button', { name: /^付款 NT\$680/ }).click()
  await other.page.getByRole('alert').filter({ hasText: '已經' }).waitFor()
  expect(await formOn(other.page).field('Email').inputValue()).toBe(person.email)
})

test('JOURNEY-76 A session that fills up while one types is told, another is proposed, nothing is lost', async () => {
  const guest = await visitor({ name: '慢一步的人', shape: 'phone' })
  const { page } = guest
  await page.setViewportSize({ width: 844, height: 390 })
  guest.announce(/^409 POST \/api\/room\/signup\/batch/)
  await page.goto('/f/last-place')
  await stands(page)
  await formOn(page).fill(aPerson())
  const [first, second] = (await stage.page('last-place')).sessions
  await stage.takePlace('last-place', first?.liveId ?? undefined, '1')
  await formOn(page).submit.click()
  await page.getByRole('alert').filter({ hasText: '這個場次已額滿' }).waitFor()
  await expect
    .poll(() =>
      formOn(page)
        .session(/第 1 場/)
        .isDisabled(),
    )
    .toBe(true)
  await expect
    .poll(() =>
      formOn(page)
        .session(/第 2 場/)
        .isChecked(),
    )
    .toBe(true)
  expect(await formOn(page).field('姓名').inputValue()).toBe('林佳穎')
  await expectAccessible(page, 'a session that filled up')
  await formOn(page).submit.click()
  await done(page).waitFor()
  expect((await stage.page('last-place')).sessions.find(({ key }) => key === second?.key)?.left).toBe(0)
})

test('JOURNEY-77 Without a line it says so; it sends only when it is pressed again, and once', async () => {
  const guest = await visitor({ name: '電梯裡的人', shape: 'phone' })
  const { page, context } = guest
  await page.goto('/f/kiln')
  await stands(page)
  const person = aPerson()
  await formOn(page).fill(person)
  await page.getByRole('textbox', { name: 'Email', exact: true }).blur()
  guest.announce(/^net::ERR_INTERNET_DISCONNECTED|^console .*(dynamically imported module|DISCONNECTED)/)
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/signup/batch') && sent.push(request.url()))
  await context.setOffline(true)
  await formOn(page).submit.click()
  await page.getByText(/^目前沒有網路/).waitFor()
  expect(await formOn(page).field('姓名').inputValue()).toBe(person.name)
  await context.setOffline(false)
  await page.getByText(/^網路回來了/).waitFor()
  expect(sent).toEqual([])
  // A server that takes its time is waited for, and a second press in the meantime is none.
  await page.route('**/signup/batch', async (route) => {
    await page.getByRole('button', { name: '網路有點慢，還在送出…' }).waitFor()
    await route.continue()
  })
  await formOn(page).submit.dblclick()
  await done(page).waitFor()
  expect(sent.length).toBe(1)
})

test('JOURNEY-78 What was typed survives a reload and a closed tab, the consent never', async () => {
  const { page, context } = await visitor({ name: '分心的人', shape: 'phone' })
  await page.goto('/f/kiln')
  await stands(page)
  const person = aPerson()
  await formOn(page).fill(person)
  await formOn(page)
    .session(/第 2 場/)
    .check({ force: true })
  const look = async (shown: Page) => {
    await expect.poll(() => formOn(shown).field('Email').inputValue()).toBe(person.email)
    await expect
      .poll(() =>
        formOn(shown)
          .session(/第 2 場/)
          .isChecked(),
      )
      .toBe(true)
    expect(await formOn(shown).consent.isChecked()).toBe(false)
  }
  await page.reload()
  await look(page)
  const later = await context.newPage()
  await page.close()
  await later.goto('/f/kiln')
  await look(later)
})

test('JOURNEY-79 Who comes back is known, and takes another session with one press; from elsewhere they are answered as somebody new', async () => {
  const { page } = await visitor({ name: '常客', shape: 'phone' })
  await page.goto('/f/kiln')
  await stands(page)
  const person = aPerson()
  await formOn(page).fill(person)
  await formOn(page).submit.click()
  await done(page).waitFor()
  await page.reload()
  const greeting = page.getByRole('complementary', { name: '您的報名' })
  // As the server writes it, or as this device has it once the scripts have come.
  await greeting.getByText(/^林[○佳]穎，歡迎回來$/).waitFor()
  await greeting.getByRole('button', { name: '行事曆' }).waitFor()
  await formOn(page)
    .session(/第 2 場/)
    .check({ force: true })
  await page.getByRole('heading', { name: '用這份資料報名' }).waitFor()
  await expectAccessible(page, 'somebody known')
  await formOn(page).submit.click()
  await page.getByRole('heading', { level: 1, name: '已加入場次' }).waitFor()

  const other = await visitor({ name: '同一人的電腦', shape: 'desktop' })
  await other.page.goto('/f/kiln')
  await stands(other.page)
  await formOn(other.page).fill(person)
  await formOn(other.page).submit.click()
  // As somebody new is answered: who watches learns nothing.
  await done(other.page).waitFor()
  await expectAccessible(other.page, 'a known person in another browser')
})

test('JOURNEY-80 It is done by the keyboard alone, from the session to the calendar', async () => {
  const { page } = await visitor({ name: '用鍵盤的人', shape: 'desktop' })
  await page.goto('/f/kiln')
  await stands(page)
  const at = () =>
    page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.localName)
  const tabTo = async (name: string) => {
    for (let press = 0; press < 30 && (await at()) !== name; press++) await page.keyboard.press('Tab')
    expect(await at()).toBe(name)
  }
  const person = aPerson()
  await tabTo('session')
  await page.keyboard.press('ArrowDown')
  await tabTo('name')
  await page.keyboard.type(person.name)
  await tabTo('phone')
  await page.keyboard.type(person.phone)
  await tabTo('email')
  await page.keyboard.type(person.email)
  await tabTo('county')
  await page.keyboard.press('ArrowDown')
  await tabTo('consent')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await done(page).waitFor()
  await expect.poll(() => done(page).evaluate((heading) => heading === document.activeElement)).toBe(true)
  await page.getByText(/第 2 場/).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: '加到行事曆' }).waitFor()
})

describe('SUP-27 every state is right for screen readers and fits at 200 %', () => {
  test.each(['zh-TW', 'en'] as const)('JOURNEY-81 In %s', async (language) => {
    const guest = await visitor({ name: `讀者 ${language}`, shape: 'desktop', language })
    const { page } = guest
    guest.announce(/^40[49] /)
    for (const customUrl of ['kiln', 'class', 'full', 'demo', 'nowhere-at-all']) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`/f/${customUrl}`)
      await page.waitForLoadState('networkidle')
      await expectAccessible(page, customUrl)
      for (const width of [640, 320]) {
        await page.setViewportSize({ width, height: 400 })
        expect(await pxTooWide(page), `${customUrl} at ${width}`).toBe(0)
      }
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/f/kiln')
    await stands(page)
    await page.locator('[name=name]').fill('林佳穎')
    await page.locator('button[type=submit]').click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await page.locator('summary').last().click()
    await expectAccessible(page, 'faults and the legal notice')
  })
})
