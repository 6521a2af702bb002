import { beforeAll, expect, test } from 'vitest'
import type { Visitor } from './harness/browser.ts'
import { draftStored } from './harness/draft.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

// The console's manners, walked over its forms on the demo firm.
const { visitor } = useJourney()

let merchant: Visitor
beforeAll(async () => {
  merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  await logIn(page)
}, 120_000)

/** Forms that have a page of their own, what is typed into first, and whether a draft is kept (never of secrets). */
const forms = [
  ['a sign-up form', '/manage-form/create/free', '[name=signupName]', true],
  ['a paid sign-up form', '/manage-form/create/order', '[name=signupName]', true],
  ['a live', '/manage-live-stream/create/video', '[name=liveName]', true],
  ['a comment group', '/manage-msgroup/create', '[name=commentModName]', true],
  ['a sales page', '/Manage-product/sales-pages/create', '[name=title]', true],
  ['vendor settings', '/brand-setting', '[name=name]', false],
] as const

const typed = '走一走看看'

test.each(forms)(
  'JOURNEY-9 Leaving %s with changes asks; Escape keeps, leaving works, a draft survives a reload',
  async (_, path, name, keepsDraft) => {
    const page = await merchant.newTab()
    // The studio has the whole window, with a way back of its own.
    const menu = page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '我的影片' })
    const away = menu.or(page.getByRole('link', { name: '回到直播列表' }))
    const asked = page.getByRole('dialog', { name: '要離開這一頁嗎？' })
    try {
      await page.goto(path)
      const field = page.locator(name).first()
      await field.waitFor()
      await field.fill(typed)
      await away.click()
      await asked.waitFor()
      await expectAccessible(page, 'question')
      await page.keyboard.press('Escape')
      await asked.waitFor({ state: 'detached' })
      expect(await field.inputValue()).toBe(typed)
      expect(new URL(page.url()).pathname).toBe(path)

      if (keepsDraft) {
        await draftStored(page, typed)
        page.on('dialog', (dialog) => void dialog.accept())
        await page.reload()
        await expect.poll(() => field.inputValue()).toBe(typed)
      }

      await away.click()
      await asked.getByRole('button', { name: '離開', exact: true }).click()
      await page.waitForURL(/\/manage-live(-stream)?$/)
    } finally {
      await page.close()
    }
  },
)

test('JOURNEY-10 ⌘K opens by key, finds pages, lives, products, orders and forms, and leads there', async () => {
  const page = await merchant.newTab()
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const [typed, found] of [
    ['黑名單', /黑名單/],
    ['秋窯', /秋窯/],
    ['飯碗', /飯碗/],
    ['林小測', /林小測/],
  ] as const) {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.getByRole('combobox').fill(typed)
    await palette.getByRole('option', { name: found }).first().waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('黑名單')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /黑名單/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/Manage-blacklist')
  await page.close()
})

test('JOURNEY-11 ? lists the keys that work here, and every stop of the Tab key can be seen', async () => {
  const page = await merchant.newTab()
  await page.goto('/Manage-product')
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog')
  await keys.getByText('N', { exact: true }).waitFor()
  await expectAccessible(page, 'keys')
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  const unseen: string[] = []
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab')
    const bare = await page.evaluate(() => {
      const it = document.activeElement
      if (!it || it === document.body) return ''
      const near = [it, it.parentElement, it.closest('label')].filter((each) => each !== null)
      const shown = near.some((each) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
      })
      return shown ? '' : `<${it.localName} class="${it.className}">`
    })
    if (bare !== '') unseen.push(bare)
  }
  expect(unseen).toEqual([])
  await page.close()
})
