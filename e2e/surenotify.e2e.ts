import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { aNewShop, newShopPassword } from './harness/new-shop.ts'
import { startStandIn } from './harness/stand-in.ts'

// Surenotify is a process of its own here, with keys and signing code of its own.
const surenotify = await startStandIn('surenotify')
const { visitor, server } = useJourney({ env: { KAIMAI_DEMO: '0', SURENOTIFY_URL: surenotify } })

const words = {
  'zh-TW': {
    updates: '送達回報',
    turnOn: '開啟回報',
    turnOff: '停用回報',
    nothing: '還沒有收到回報。',
    address: '回報網址',
    brand: '品牌名稱',
    registered: '已登記的連結與電話',
    save: '儲存簡訊設定',
    saved: '簡訊設定已儲存',
    wrong: '請填網域（例如 shop.com.tw）或電話號碼',
    hint: '每則簡訊都要有【晨光】。',
  },
  en: {
    updates: 'Delivery updates',
    turnOn: 'Turn on updates',
    turnOff: 'Turn off updates',
    nothing: 'No updates received yet.',
    address: 'Webhook address',
    brand: 'Brand name',
    registered: 'Registered links and phone numbers',
    save: 'Save text message settings',
    saved: 'Text message settings saved',
    wrong: 'Enter a domain, such as shop.com.tw, or a phone number',
    hint: 'Each text message must contain 【晨光】.',
  },
} as const

const hooks = async (): Promise<string[]> => {
  const answer = await fetch(`${surenotify}/_play`, { method: 'POST', body: new URLSearchParams({}) })
  const { webhooks } = (await answer.json()) as { webhooks: Record<string, string> }
  return Object.values(webhooks)
}

test.each([
  { language: 'zh-TW', shape: 'phone', account: 'notify-zh', key: 'sn-key-of-the-first-0001' },
  { language: 'en', shape: 'desktop', account: 'notify-en', key: 'sn-key-of-the-other-0002' },
] as const)(
  'JOURNEY-520 A merchant has Surenotify say what becomes of letters, and sets what text messages may hold ($language, $shape)',
  async ({ language, shape, account, key }) => {
    const say = words[language]
    const shop = await aNewShop(server().url, account)
    await shop.change({ secrets: { surenotifyKey: key } })
    const { page } = await visitor({ name: 'merchant', language, shape })
    await logIn(page, account, newShopPassword)
    await page.goto('/brand-setting?section=notify')

    const updates = page.getByRole('region', { name: say.updates, exact: true })
    await updates.getByRole('button', { name: say.turnOn, exact: true }).click()
    await updates.getByText(say.nothing, { exact: true }).waitFor()
    const address = await updates.getByRole('group', { name: say.address }).innerText()
    expect(address).toContain(`/api/letter/notice/${shop.firmId}`)
    expect((await hooks()).filter((url) => url.endsWith(shop.firmId))).toHaveLength(7)
    await expectAccessible(page, 'delivery updates are on')

    await page.getByRole('textbox', { name: new RegExp(`^${say.brand}`) }).fill('晨光')
    await page.getByText(say.hint, { exact: true }).waitFor()
    const registered = page.getByRole('textbox', { name: new RegExp(`^${say.registered}`) })
    await registered.fill('shop.com.tw\nno host')
    await page.getByRole('button', { name: say.save, exact: true }).click()
    const form = page.locator('form', { has: registered })
    await form.getByText(say.wrong).waitFor()
    await registered.fill('https://Shop.com.tw/live\n02-2345-6789')
    await page.getByRole('button', { name: say.save, exact: true }).click()
    await page.getByRole('status').filter({ hasText: say.saved }).waitFor()
    await expect.poll(() => registered.inputValue()).toBe('shop.com.tw\n0223456789')

    await updates.getByRole('button', { name: say.turnOff, exact: true }).click()
    await updates.getByRole('button', { name: say.turnOn, exact: true }).waitFor()
    expect((await hooks()).filter((url) => url.endsWith(shop.firmId))).toEqual([])
  },
)
