import { expect, test } from 'vitest'
import { startLive } from './harness/evening.ts'
import { useJourney } from './harness/journey.ts'
import { holdScripts } from './harness/late-scripts.ts'
import { shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney()

/** The way into a live that has begun: its page comes with the composer. */
const aRoom = async (): Promise<string> => {
  const beginAt = new Date().toISOString()
  const { path } = await startLive(server().url, '手快的房間', [['A01', null]], { beginAt })
  return path
}

test('JOURNEY-788 A comment written and sent before the room’s scripts have come is said once they have, once', async () => {
  const path = await aRoom()
  const { page, context } = await visitor({ name: '手快的人', shape: 'phone' })
  const { asked, letThrough } = await holdScripts(context)
  await page.goto(path, { waitUntil: 'commit' })
  await asked
  const viewer = shopperOn(page)
  await viewer.write('我先說')
  letThrough()
  const name = page.getByRole('dialog').getByRole('textbox')
  await name.fill('小林')
  await page.getByRole('dialog').getByRole('button', { name: '用這個名字留言' }).click()
  await viewer.seen('我先說').waitFor()
  expect(await viewer.seen('我先說').count()).toBe(1)
  expect(await page.getByRole('textbox', { name: '留言', exact: true }).inputValue()).toBe('')
})

test('JOURNEY-789 What was begun in the line before the scripts have come is still there, and is sent by Enter', async () => {
  const path = await aRoom()
  const { page, context } = await visitor({ name: '慢慢寫的人', shape: 'phone' })
  const { asked, letThrough } = await holdScripts(context)
  await page.goto(path, { waitUntil: 'commit' })
  await asked
  const line = page.getByRole('textbox', { name: '留言', exact: true })
  await line.pressSequentially('這個多')
  letThrough()
  await page.getByRole('button', { name: '送出留言', disabled: false }).waitFor()
  expect(await line.inputValue()).toBe('這個多')
  await line.pressSequentially('少錢')
  await line.press('Enter')
  await page.getByRole('dialog').getByRole('textbox').fill('小林')
  await page.getByRole('dialog').getByRole('button', { name: '用這個名字留言' }).click()
  await shopperOn(page).seen('這個多少錢').waitFor()
})
