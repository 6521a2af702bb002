import { type Live, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'

// The timeline of the demo's scheduled live: dragged, added to, taken back, saved, read again.
const { server, visitor } = useJourney()

/** What follows a key or a click is there by then, in ms, on a busy machine too. */
const soon = { timeout: 60_000 }

const logIn = async (page: Page): Promise<void> => {
  await page.goto('/auth/login')
  await page.getByLabel(/^帳號/).fill('demo')
  await page.getByLabel(/^密碼/).fill('kaimai-demo')
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

const session = () => loginApi(server().url, 'demo', 'kaimai-demo')

/** The newest live of the demo that has not begun and has products on its timeline. */
const planned = async (): Promise<Live> => {
  const { headers } = await session()
  const { items } = await callApi(server().url, liveRoutes.list, { query: { limit: 50 } }, headers)
  for (const { id, status } of items) {
    if (status !== 'scheduled' && status !== 'draft') continue
    const live = await callApi(server().url, liveRoutes.show, { params: { id } }, headers)
    if (live.productList.filter(({ showAt }) => showAt !== null).length > 1) return live
  }
  throw new Error('the demo has no planned live')
}

const kept = async (id: string) => {
  const { headers } = await session()
  return callApi(server().url, liveRoutes.show, { params: { id } }, headers)
}

const track = (page: Page, name: string): Locator => page.getByRole('listbox', { name: new RegExp(`^${name}，`) })

/** Pulls a clip so many px to the right. */
const pull = async (page: Page, clip: Locator, by: number): Promise<void> => {
  const box = await clip.boundingBox()
  if (!box) throw new Error('the clip is not drawn')
  const [x, y] = [box.x + Math.min(40, box.width / 2), box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  // Alt: without snapping, so that it lands where it was pulled to.
  await page.keyboard.down('Alt')
  for (let step = 1; step <= 5; step += 1) await page.mouse.move(x + (by * step) / 5, y)
  await page.mouse.up()
  await page.keyboard.up('Alt')
}

test('JOURNEY-83 A product is dragged, a comment is written at the playhead, taken back and done again, and saving keeps it', async () => {
  const live = await planned()
  const { page } = await visitor({ name: 'merchant', shape: 'desktop' })
  await logIn(page)
  await page.goto(`/manage-live-stream/edit/video/${live.id}?tab=timeline`)
  const products = track(page, '商品').getByRole('option')
  await products.nth(1).waitFor()
  // The room itself plays in the frame.
  const room = page.frameLocator('iframe[title="觀眾畫面預覽"]')
  await room.getByText(live.liveName).first().waitFor()

  const first = products.nth(1)
  await pull(page, first, 60)
  const moved = await first.getAttribute('aria-label')
  await expect.poll(() => page.getByText(/項變更還沒儲存/).count(), soon).toBe(1)

  // The playhead a second behind the begin, then a comment there.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '電腦', exact: true }).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.keyboard.press('c')
  const words = '這是加在一秒的留言'
  await page.getByLabel('留言內容').fill(words)
  await page.getByLabel('留言內容').blur()
  // In the rundown every comment has its line; on the track a number may stand for several.
  const comment = page
    .getByRole('listbox', { name: '節目動作' })
    .getByRole('option', { name: new RegExp(`00:01.*${words}`) })
  await expect.poll(() => comment.count(), soon).toBe(1)

  const undo = page.getByRole('button', { name: /^復原/ })
  await undo.click()
  await undo.click()
  await expect.poll(() => comment.count(), soon).toBe(0)
  await undo.click()
  await expect.poll(() => first.getAttribute('aria-label'), soon).not.toBe(moved)
  const redo = page.getByRole('button', { name: /^重做/ })
  for (let step = 0; step < 3; step += 1) await redo.click()
  await expect.poll(() => comment.count(), soon).toBe(1)
  await expect.poll(() => first.getAttribute('aria-label'), soon).toBe(moved)
  await expectAccessible(page, 'the timeline')

  await page
    .getByRole('button', { name: live.status === 'draft' ? '儲存草稿' : /^儲存/ })
    .first()
    .click()
  await expect.poll(() => page.getByText(/項變更還沒儲存/).count(), { timeout: 60_000 }).toBe(0)
  await page.reload()
  await expect.poll(() => comment.count(), soon).toBe(1)
  await expect.poll(() => first.getAttribute('aria-label'), soon).toBe(moved)

  const after = await kept(live.id)
  expect(after.commentList).toContainEqual(expect.objectContaining({ commentText: words, commentTime: 1 }))
  expect(after.commentList).toHaveLength(live.commentList.length + 1)
  const changed = after.productList.filter((row, at) => row.showAt !== live.productList[at]?.showAt)
  expect(changed).toHaveLength(1)
})

test('JOURNEY-84 The keyboard alone chooses, moves, copies and removes, and the tables hold the same', async () => {
  const live = await planned()
  const { page } = await visitor({ name: 'typist', shape: 'desktop' })
  await logIn(page)
  await page.goto(`/manage-live-stream/edit/video/${live.id}?tab=timeline`)
  const calls = track(page, '行動呼籲')
  await calls.getByRole('option').first().waitFor()
  const count = await calls.getByRole('option').count()
  await calls.focus()
  await page.keyboard.press('Home')
  const chosen = calls.locator('[aria-selected="true"]')
  const before = await chosen.getAttribute('aria-label')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(() => chosen.getAttribute('aria-label'), soon).not.toBe(before)
  await page.keyboard.press('Control+z')
  await expect.poll(() => chosen.getAttribute('aria-label'), soon).toBe(before)
  await page.keyboard.press('Control+d')
  await expect.poll(() => calls.getByRole('option').count(), soon).toBe(count + 1)
  await page.keyboard.press('Delete')
  await expect.poll(() => calls.getByRole('option').count(), soon).toBe(count)

  await page.getByRole('button', { name: '用表格編輯' }).click()
  const dialog = page.getByRole('dialog', { name: '用表格編輯' })
  await dialog.getByRole('tab', { name: /行動呼籲/ }).click()
  const start = dialog.getByRole('textbox', { name: '開始，第 1 列' })
  await start.fill('0:07.5')
  await start.press('Enter')
  await expect.poll(() => start.inputValue(), soon).toBe('00:07.5')
  await expectAccessible(page, 'the tables')
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect.poll(() => calls.getByRole('option').first().getAttribute('aria-label'), soon).toContain('00:07.5')
})
