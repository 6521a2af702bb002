import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { visitor } = useJourney()

/** The calendar of the first field that is not empty. */
const openCalendar = async (page: Page) => {
  await page.goto('/playground/2')
  await page
    .getByRole('button', { name: /2026.*20:00/ })
    .first()
    .click()
  return page.getByRole('dialog')
}

const isFocused = (field: Locator) => field.evaluate((each) => each === document.activeElement)

/**
 * The fields of the time are drawn anew right after the calendar has opened: what was in them before is gone. A press would
 * not reach a field that is entered already, for on a phone its list lies above it.
 */
const enter = (field: Locator) =>
  expect
    .poll(async () => {
      await field.focus()
      return isFocused(field)
    })
    .toBe(true)

test('JOURNEY-438 A time is typed in its field, and the calendar stays until it is confirmed', async () => {
  const { page } = await visitor({ name: '商家', shape: 'desktop' })
  await logIn(page)
  const dialog = await openCalendar(page)
  const [hour, minute] = [dialog.getByRole('spinbutton').first(), dialog.getByRole('spinbutton').last()]
  await enter(hour)
  await page.keyboard.type('18')
  await expect.poll(() => isFocused(minute)).toBe(true)
  await page.keyboard.type('35')
  await expectAccessible(page, 'a time that is being typed')
  expect(await hour.inputValue()).toBe('18')
  await dialog.getByRole('button', { name: '確定' }).click()
  await page
    .getByRole('button', { name: /2026.*18:35/ })
    .first()
    .waitFor()
  expect(await dialog.count()).toBe(0)
})

test('JOURNEY-439 On a phone a time is chosen from the list of hours and minutes', async () => {
  const { page } = await visitor({ name: 'merchant on the way', shape: 'phone', language: 'en' })
  await logIn(page)
  const dialog = await openCalendar(page)
  await enter(dialog.getByRole('spinbutton').first())
  await dialog.getByRole('button', { name: '18', exact: true }).first().click()
  await dialog.getByRole('button', { name: '35', exact: true }).last().click()
  await expectAccessible(page, 'a time that is being chosen')
  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: /2026.*18:35/ })
    .first()
    .waitFor()
})
