import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import type { Visitor } from './harness/browser.ts'
import { draftStored } from './harness/draft.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

// Two people with the same record open: two tabs of one browser, on the demo firm.
const { server, visitor } = useJourney()

let merchant: Visitor
let headers: Record<string, string>
beforeAll(async () => {
  merchant = await visitor({ name: '商家', shape: 'desktop' })
  merchant.announce(/^409 PUT/)
  const { page } = merchant
  await logIn(page)
  headers = { ...(await loginApi(server().url, 'demo', 'kaimai-demo')).headers }
}, 120_000)

const aProduct = async (productName: string): Promise<string> => {
  const body = { productName, price: 680_00, description: '手捏', variants: [{ name: '', stock: 10 }] }
  return (await callApi(server().url, productRoutes.create, { body }, headers)).id
}
const productNow = (id: string) => callApi(server().url, productRoutes.show, { params: { id } }, headers)

/** The drawer of a product in a tab of its own. */
const openProduct = async (id: string): Promise<Page> => {
  const page = await merchant.newTab()
  await page.goto(`/Manage-product?product=${id}`)
  await page.locator('[name=productName]').waitFor()
  return page
}
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '儲存商品', exact: true }).click()

test('JOURNEY-86 Two tabs that change different fields of one product both keep their changes', async () => {
  const id = await aProduct('兩個分頁的碗')
  const [one, other] = [await openProduct(id), await openProduct(id)]
  await one.locator('[name=price]').fill('620')
  await save(one)
  await expect.poll(async () => (await productNow(id)).price).toBe(620_00)
  await other.getByRole('textbox', { name: '介紹' }).fill('手捏，微波爐可用')
  await save(other)
  await other.getByText('兩邊的修改都已保留').waitFor()
  expect(await productNow(id)).toMatchObject({
    price: 620_00,
    description: '<p>手捏，微波爐可用</p>',
    stock: 10,
    version: 3,
  })
  await Promise.all([one.close(), other.close()])
})

test('JOURNEY-87 A field that both tabs changed is asked, side by side, and saved as it is chosen', async () => {
  const id = await aProduct('兩個分頁的盤')
  const [one, other] = [await openProduct(id), await openProduct(id)]
  await one.locator('[name=price]').fill('620')
  await one.locator('[name=unit]').fill('只')
  await save(one)
  await expect.poll(async () => (await productNow(id)).price).toBe(620_00)
  await other.locator('[name=price]').fill('600')
  await other.locator('[name=productName]').fill('兩個分頁的大盤')
  await save(other)
  const question = other.getByRole('dialog', { name: '有人比您先儲存了' })
  await question.waitFor()
  expect(await question.getByRole('group', { name: '售價' }).allInnerTexts()).toEqual([
    expect.stringMatching(/600[^]*620/),
  ])
  const merge = question.getByRole('button', { name: '合併並儲存' })
  expect(await merge.isDisabled()).toBe(true)
  await expectAccessible(other, 'merge question')
  await question.getByRole('radio', { name: /您改的/ }).check()
  await merge.click()
  await question.waitFor({ state: 'detached' })
  await expect
    .poll(() => productNow(id))
    .toMatchObject({ price: 600_00, unit: '只', productName: '兩個分頁的大盤', version: 3 })
  await Promise.all([one.close(), other.close()])
})

test('JOURNEY-88 A draft from before another save is offered as a question and puts no old price back', async () => {
  const id = await aProduct('草稿的碗')
  const page = await openProduct(id)
  await page.getByRole('textbox', { name: '介紹' }).fill('從草稿來的介紹')
  await draftStored(page, '從草稿來的介紹')
  const now = await productNow(id)
  const body = { ...now, price: 550_00 }
  await callApi(server().url, productRoutes.change, { params: { id }, body }, headers)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const question = page.getByRole('dialog', { name: '您有一份還沒儲存的草稿' })
  await question.getByRole('button', { name: '帶入草稿' }).click()
  await expect.poll(() => page.locator('[name=price]').inputValue()).toBe('550')
  expect(await page.getByRole('textbox', { name: '介紹' }).innerText()).toBe('從草稿來的介紹')
  await save(page)
  await expect.poll(() => productNow(id)).toMatchObject({ price: 550_00, description: '<p>從草稿來的介紹</p>' })
  await page.close()
})

test('JOURNEY-89 A copy as new shows no draft of another product', async () => {
  const [first, second] = [await aProduct('第一個'), await aProduct('第二個')]
  const page = await merchant.newTab()
  await page.goto(`/Manage-product?product=new&copy=${first}`)
  await page.locator('[name=productName]').fill('第一個的草稿')
  await draftStored(page, '第一個的草稿')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/Manage-product?product=new&copy=${second}`)
  await expect.poll(() => page.locator('[name=productName]').inputValue()).toBe('第二個')
  await page.close()
})

test('JOURNEY-90 Two tabs that change different fields of one form both keep their changes', async () => {
  const signupForm = await callApi(
    server().url,
    signupRoutes.create,
    {
      body: {
        signupName: '兩個分頁',
        signupTitle: '開窯夜',
        customUrl: 'two-tabs-form',
        sessionInfoList: [],
        signupSuccessInfo: '好',
        signupNotice: '請準時',
      },
    },
    headers,
  )
  const open = async () => {
    const page = await merchant.newTab()
    await page.goto(`/manage-form/edit/free/${signupForm.id}`)
    await page.locator('[name=signupTitle]').waitFor()
    return page
  }
  const formNow = () => callApi(server().url, signupRoutes.show, { params: { id: signupForm.id } }, headers)
  const [one, other] = [await open(), await open()]
  await one.locator('[name=signupTitle]').fill('秋窯開窯夜')
  await one.getByRole('button', { name: '儲存草稿' }).click()
  await expect.poll(async () => (await formNow()).signupTitle).toBe('秋窯開窯夜')
  await other.locator('[name=signupNotice]').fill('請提早五分鐘')
  await other.getByRole('button', { name: '儲存草稿' }).click()
  await other.getByText('兩邊的修改都已保留').waitFor()
  await expect.poll(formNow).toMatchObject({ signupTitle: '秋窯開窯夜', signupNotice: '請提早五分鐘', version: 3 })
  expect(await other.locator('[name=signupTitle]').inputValue()).toBe('秋窯開窯夜')
  await Promise.all([one.close(), other.close()])
})
