import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'
import { signUpStage } from './harness/sign-up-stage.ts'
import { translate } from './harness/translate.ts'

// What browsers do to pages that nobody tried them with: a translation, no time zone, an input method, a fault.
const { server, visitor } = useJourney()

const nothing = async () => {}
/** Asked before the first comment of who has no name here. */
const asGuest = /^用「.+」留言$/
let orderPath = ''

test('JOURNEY-320 Through a page that the browser translates a viewer signs up, chats, sees the room change, orders and pays', async () => {
  const { path } = await startLive(server().url, '翻譯之夜', [['A01', 0]])
  const me = await visitor({ name: '看翻譯的人', shape: 'phone' })
  const { page } = me
  // The translation came before the page's scripts: React draws it anew, and says so.
  me.announce(/React error #418/)
  await translate(page)
  const person = { name: '林遠', phone: '0922333611', email: 'far@example.com' }
  const shopper = shopperOn(page)
  await page.goto('/f/demo')
  await untilAlive(page, 'form button')
  expect(await page.locator('font').count()).toBeGreaterThan(10)
  await shopper.signUp(person)
  await page.waitForURL('**/stream/**')

  await page.goto(path)
  await page.locator('[data-part="offer"] h2').waitFor()
  const viewers = page.locator('[data-part="corner"]')
  await expect.poll(() => viewers.innerText()).toMatch(/\b1\b/)
  const other = await visitor({ name: '另一個人', shape: 'phone' })
  await other.page.goto(path)
  await expect.poll(() => viewers.innerText()).toMatch(/\b2\b/)
  await shopper.write('這個可以微波嗎')
  await page.getByRole('button', { name: asGuest }).click()
  await shopper.seen('這個可以微波嗎').waitFor()
  await shopper.addShown()
  await shopper.openCart()
  await shopper.checkOut(person, nothing)
  await shopper.play('pay')
  await shopper.waitPaid()
  orderPath = new URL(page.url()).pathname + new URL(page.url()).search
})

test('JOURNEY-321 A browser without a time zone shows form, waiting room and order in Taipei’s time, and names it', async () => {
  const stage = await signUpStage(server().url)
  const { streamId } = await stage.live('沒有時區', Date.now() + 40 * 60_000)
  const { page } = await visitor({ name: '沒有時區的人', shape: 'phone' })
  await page.addInitScript(() => {
    const Real = Intl.DateTimeFormat
    const { resolvedOptions } = Real.prototype
    Real.prototype.resolvedOptions = function () {
      return { ...Reflect.apply(resolvedOptions, this, []), timeZone: 'Etc/Unknown' }
    }
    Intl.DateTimeFormat = new Proxy(Real, {
      construct: (target, [language, options]: [string, Intl.DateTimeFormatOptions | undefined]) => {
        if (options?.timeZone === 'Etc/Unknown') throw new RangeError('Invalid time zone specified: Etc/Unknown')
        return new target(language, options)
      },
    })
  })
  for (const [path, zone] of [
    ['/f/demo', 'UTC+8'],
    [`/stream/${streamId}/anonymous`, 'GMT+8'],
    [orderPath, ''],
  ] as const) {
    await page.goto(path)
    await untilAlive(page, '#root button')
    await expect.poll(() => page.locator('#root').innerText()).toContain(zone)
    expect(await page.getByRole('heading', { level: 1 }).first().innerText()).not.toBe('')
  }
})

test('JOURNEY-322 An Enter that ends a Chinese word sends no comment and leads nowhere; the next one does', async () => {
  const { path } = await startLive(server().url, '選字之夜', [['A01', 0]])
  const { page } = await visitor({ name: '選字的人', shape: 'phone' })
  /** Safari's: after the word, and with the code of a key that the input method took. */
  const endWord = async (on: Page) => {
    const keys = await on.context().newCDPSession(on)
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, text: '\r' }
    await keys.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown' })
    await keys.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' })
  }
  await page.goto(path)
  const comment = page.getByRole('textbox', { name: '留言', exact: true })
  await untilAlive(page, 'form button')
  await comment.fill('好喜歡')
  await endWord(page)
  expect(await comment.inputValue()).toBe('好喜歡')
  await comment.press('Enter')
  await page.getByRole('button', { name: asGuest }).click()
  await shopperOn(page).seen('好喜歡').waitFor()

  const host = await visitor({ name: '商家', shape: 'desktop' })
  await logIn(host.page)
  await host.page.getByRole('heading', { level: 1 }).waitFor()
  await host.page.keyboard.press('Control+k')
  const search = host.page.getByRole('dialog').getByRole('combobox')
  await search.fill('黑名單')
  await host.page.getByRole('dialog').getByRole('option').first().waitFor()
  await endWord(host.page)
  expect(new URL(host.page.url()).pathname).toBe('/dashboard')
  await search.press('Enter')
  await host.page.waitForURL((url) => url.pathname !== '/dashboard')
})

test('JOURNEY-323 A page with a fault is never white: it stays as drawn with what was typed, and has it after loading anew', async () => {
  for (const language of ['zh-TW', 'en'] as const) {
    const me = await visitor({ name: `填到一半的人 ${language}`, shape: 'phone', language })
    me.announce(/removeChild|NotFoundError/)
    const { page } = me
    await page.goto('/f/demo')
    const field = (label: RegExp) => page.getByRole('textbox', { name: label })
    const [name, phone] = [field(/^(姓名|Full name)$/), field(/^(手機|Mobile)$/)]
    await untilAlive(page, 'form button')
    await name.fill('王小美')
    await phone.fill('09')
    await phone.blur()
    await page.locator('form [id$=-fault]').waitFor()
    // Something on the device takes away what the page has drawn.
    await page.evaluate(() => document.querySelector('form [id$=-fault]')?.remove())
    await phone.fill('0922333612')
    await phone.blur()
    const notice = page.getByRole('alert').filter({ hasText: language === 'en' ? 'stopped working' : '停住了' })
    await notice.waitFor()
    expect(await name.inputValue()).toBe('王小美')
    await expectAccessible(page, 'a page that has stopped')
    await notice.getByRole('link').click()
    await notice.waitFor({ state: 'hidden' })
    await expect.poll(() => name.inputValue()).toBe('王小美')
    expect((await phone.inputValue()).replaceAll(' ', '')).toBe('0922333612')
  }
})

test('JOURNEY-329 Nothing moves under a press: a wrong field speaks with the click, and what comes in above takes no press away', async () => {
  for (const shape of ['desktop', 'phone'] as const) {
    const { page } = await visitor({ name: `按下去的人 ${shape}`, shape })
    await page.goto('/f/demo')
    await untilAlive(page, 'form button')
    const consent = page.getByRole('checkbox', { name: /^我同意/ })
    const middle = async () => {
      await consent.scrollIntoViewIfNeeded()
      const box = await consent.boundingBox()
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
    }
    const press = async (between: () => Promise<unknown>) => {
      const [x, y] = await middle()
      if (shape === 'phone') return page.touchscreen.tap(x, y)
      await page.mouse.move(x, y)
      await page.mouse.down()
      await between()
      await page.mouse.up()
    }
    const fault = page.locator('form [id$=-email-fault]')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('mei@')
    await press(async () => {
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect(await fault.count()).toBe(0)
    })
    await fault.waitFor()
    expect(await consent.isChecked()).toBe(true)
    if (shape === 'phone') continue
    await press(() =>
      page.evaluate(() => {
        const line = Object.assign(document.createElement('p'), { textContent: '剛剛有人報名了' })
        line.style.cssText = 'height: 120px'
        document.querySelector('form')?.prepend(line)
      }),
    )
    await expect.poll(() => consent.isChecked()).toBe(false)
  }
})
