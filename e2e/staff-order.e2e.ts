import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn } from './harness/shopper.ts'
import { pxTooWide } from './harness/page-width.ts'

const { visitor } = useJourney()

const words = {
  'zh-TW': {
    create: '新增訂單',
    find: '搜尋商品',
    add: '加入：霧白手捏飯碗',
    more: '增加 霧白手捏飯碗的數量',
    name: '姓名',
    phone: '電話',
    email: '電子郵件',
    delivery: '配送方式',
    pickup: /^自取/,
    place: /^成立訂單・NT\$1,360$/,
    required: '請填寫此欄位',
    done: /^訂單 .+ 已成立，NT\$1,360$/,
    link: '訂單連結',
    show: '查看訂單',
    pay: /付款 NT\$1,360/,
    source: '人員建立',
    paid: '已付款',
  },
  en: {
    create: 'Create order',
    find: 'Search products',
    add: 'Add 霧白手捏飯碗',
    more: 'Increase Quantity of 霧白手捏飯碗',
    name: 'Name',
    phone: 'Phone',
    email: 'Email',
    delivery: 'Delivery method',
    pickup: /^Local pickup/,
    place: /^Create order for NT\$1,360$/,
    required: 'Please fill in this field',
    done: /^Order .+ created for NT\$1,360$/,
    link: 'Order link',
    show: 'View order',
    pay: /Pay NT\$1,360/,
    source: 'Created by staff',
    paid: 'Paid',
  },
} as const

test.each([
  { language: 'zh-TW', shape: 'desktop', buyer: '林來電', phone: '0922337401' },
  { language: 'en', shape: 'phone', buyer: 'Lin Caller', phone: '0922337501' },
] as const)(
  'JOURNEY-373 The staff places an order for a buyer who called; the buyer pays it by its link ($language, $shape)',
  async ({ language, shape, buyer, phone }) => {
    const say = words[language]
    const { page } = await visitor({ name: 'merchant', shape, language })
    await logIn(page)
    await page.goto('/manage-orders')
    await page.getByRole('button', { name: say.create }).click()
    const drawer = page.getByRole('dialog', { name: say.create })
    await drawer.getByRole('searchbox', { name: say.find }).fill('霧白')
    await drawer.getByRole('button', { name: say.add, exact: true }).click()
    await drawer.getByRole('button', { name: say.more }).click()
    const field = (name: string) => drawer.getByRole('textbox', { name: new RegExp(`^${name}`) })
    await drawer.getByLabel(say.delivery, { exact: true }).click()
    await page.getByRole('option', { name: say.pickup }).click()
    await expectAccessible(page, 'an order that the staff fills in')

    // Nobody is named yet: the first field that is missing is brought into view.
    await drawer.getByRole('button', { name: say.place }).click()
    await drawer.getByText(say.required).first().waitFor()
    await field(say.name).fill(buyer)
    await field(say.phone).fill(phone)
    await field(say.email).fill(`s${phone}@example.com`)
    await drawer.getByRole('button', { name: say.place }).click()
    await drawer.getByRole('heading', { name: say.done }).waitFor()
    await expectAccessible(page, 'an order that the staff has placed')
    expect(await pxTooWide(page)).toBe(0)
    const link = (await drawer.getByRole('group', { name: say.link }).locator('code').textContent()) ?? ''

    const caller = await visitor({ name: buyer, shape: 'phone', language })
    await caller.page.goto(new URL(link).pathname)
    await caller.page.getByRole('main').getByRole('button', { name: say.pay }).first().click()
    const shopper = shopperOn(caller.page, language)
    await shopper.play('pay')
    await shopper.waitPaid()

    await drawer.getByRole('button', { name: say.show }).click()
    const order = page.getByRole('dialog').filter({ hasText: say.source })
    await order.getByText(say.paid, { exact: true }).first().waitFor({ timeout: 60_000 })
    await order.getByText(buyer).first().waitFor()
  },
)
