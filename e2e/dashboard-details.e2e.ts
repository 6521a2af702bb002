import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { pxTooWide } from './harness/page-width.ts'

const { visitor, server } = useJourney()

/** Lives of the demo firm that are over, the newest first. */
const endedLives = async () => {
  const { headers } = await loginApi(server().url, 'demo', 'kaimai-demo')
  const { items } = await callApi(server().url, liveRoutes.list, { query: { status: 'ended' } }, headers)
  return items
}

test('JOURNEY-500 Behind a figure of a past live stand the people it counts, as a list and as a file; two lives stand side by side', async () => {
  const lives = await endedLives()
  const one = lives.find(({ liveName }) => liveName.startsWith('夏末茶器專場'))
  const other = lives.find(({ id }) => id !== one?.id)
  const { page } = await visitor({ name: 'merchant', shape: 'desktop' })
  await logIn(page)
  await page.goto(`/dashboard?live=${one?.id ?? ''}&compare=${other?.id ?? ''}`)
  const compared = page.getByRole('region', { name: '兩場比較' })
  await compared.getByRole('row').filter({ hasText: '進入直播間' }).waitFor()
  await page.getByText('用表格看「觀眾留存」', { exact: true }).click()
  await page.getByRole('heading', { name: /^各來源的轉換漏斗/ }).waitFor()
  await page.getByRole('region', { name: '用表格看「觀眾留存」', exact: true }).getByRole('row').nth(1).waitFor()
  await expectAccessible(page, 'two lives side by side')

  // Behind the people at one instant stand they themselves, behind the money of one second its payments, behind a column of
  // comments what was said.
  for (const [chart, figure] of [
    ['同時在線人數', '在直播間的人'],
    ['收款走勢', '收款明細'],
    ['留言數', '留言明細'],
  ] as const) {
    await page.getByText(`用表格看「${chart}」`, { exact: true }).click()
    const behind = page.getByRole('button', { name: new RegExp(`看明細：${figure} · `) }).first()
    const says = await behind.innerText()
    await behind.click()
    const rows = page.getByRole('dialog', { name: new RegExp(`^${figure} · \\d\\d:`) })
    if (chart === '收款走勢') await rows.getByRole('cell', { name: says, exact: true }).first().waitFor()
    else await rows.getByText(chart === '留言數' ? `共 ${says} 筆` : `${says} 人`, { exact: true }).waitFor()
    await rows.getByRole('button', { name: '關閉' }).click()
    await rows.waitFor({ state: 'detached' })
  }

  await page.getByRole('button', { name: /看明細：下單$/ }).click()
  const dialog = page.getByRole('dialog', { name: '下單' })
  await dialog.getByRole('columnheader', { name: '走到' }).waitFor()
  await dialog.getByText(/^\d+ 人$/).waitFor()
  await expectAccessible(page, 'people behind a figure')
  await dialog.getByRole('button', { name: '下載' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV 檔（.csv）' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^下單-\d{8}\.csv$/)
})

test('JOURNEY-501 In English on a phone: buyers by their first month, the payments behind a sum, and nothing wider than the screen', async () => {
  const { page } = await visitor({ name: 'merchant on the way', shape: 'phone', language: 'en' })
  await logIn(page)
  const cohorts = page.getByRole('region', { name: 'Repeat buyers by first month' })
  await cohorts.getByRole('row').filter({ hasText: 'All' }).waitFor()
  await page.getByRole('heading', { name: /^Funnel by source/ }).waitFor()
  expect(await pxTooWide(page)).toBe(0)
  // A month of first purchases, and a step of those who came by one source, open who they are.
  for (const [table, figure] of [
    ['Repeat buyers by first month', 'First-time buyers'],
    ['Funnel by source', 'Signed up'],
  ] as const) {
    const button = page
      .getByRole('region', { name: table })
      .getByRole('button', { name: new RegExp(`view details: ${figure} · `) })
      .last()
    const says = /^(\d+) /.exec(await button.innerText())?.[1] ?? (await button.innerText())
    await button.tap()
    const people = page.getByRole('dialog', { name: new RegExp(`^${figure} · `) })
    await people.getByText(new RegExp(`^${says} (?:person|people)$`)).waitFor()
    await expectAccessible(page, `people behind ${figure}`)
    await people.getByRole('button', { name: 'Close' }).tap()
    await people.waitFor({ state: 'detached' })
  }
  const byLink = page.getByRole('button', { name: /view details: Paid orders · / }).first()
  const orders = await byLink.innerText()
  await byLink.tap()
  const sold = page.getByRole('dialog', { name: /^Paid orders by a partner link · / })
  await sold.getByText(new RegExp(`^${orders} rows?$`)).waitFor()
  await expectAccessible(page, 'orders by a partner link')
  await sold.getByRole('button', { name: 'Close' }).tap()
  await sold.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /view details: Payments received$/ }).tap()
  const dialog = page.getByRole('dialog', { name: 'Payments' })
  await dialog.getByText(/^\d+ rows?$/).waitFor()
  await expectAccessible(page, 'payments behind a sum')
})

test('JOURNEY-502 Before a live is scheduled the form says what it will cost in viewing time, and the day closing shows what was used', async () => {
  const { headers } = await loginApi(server().url, 'demo', 'kaimai-demo')
  const { items } = await callApi(server().url, videoRoutes.list, {}, headers)
  const { page } = await visitor({ name: 'accountant', shape: 'desktop' })
  await logIn(page)
  await page.goto(`/manage-live-stream/create/video?videoId=${items.find(({ state }) => state === 'ready')?.id ?? ''}`)
  await page.getByRole('status').filter({ hasText: '觀看時數' }).waitFor()
  await page.goto('/manage-orders/cash-flow')
  await page.getByRole('heading', { level: 2, name: '時數與點數' }).waitFor()
  await expectAccessible(page, 'hours and points of days')
})
