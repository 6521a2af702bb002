import {
  type AutomaticLetters,
  automaticDefaults,
  automaticLetterRoutes,
} from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const content = { subject: 'Soon', blocks: [{ kind: 'heading' as const, text: 'Soon' }] }
const template = record(letterTemplate.Record, {
  id: idOf(3),
  letterTemplateName: 'Tonight at the kiln',
  letterTemplateType: letterTypes.liveNotice,
  contents: { 'zh-TW': content, en: content },
})

const ofCart = { ...template, id: idOf(4), letterTemplateName: 'Your bowls', letterTemplateType: letterTypes.cartLeft }

const has = (wire: Wire, saved: Partial<AutomaticLetters> = {}) => {
  const letters = { ...automaticDefaults, ...saved }
  wire.answer(automaticLetterRoutes.show, () => letters)
  wire.answer(automaticLetterRoutes.change, ({ body }) => body)
  wire.answer(letterTemplateRoutes.list, ({ query }) => {
    const items = [template, ofCart].filter((each) => each.letterTemplateType === Number(query.letterTemplateType))
    return { items, total: items.length }
  })
}

test('LETTER-TEMPLATE-730 A reminder gets a text of the firm’s own and other times, and both are saved together', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(paths.automaticLetters())
  await user.click(await screen.findByRole('combobox', { name: 'Reminder' }))
  await user.click(await screen.findByRole('option', { name: 'Tonight at the kiln', hidden: true }))
  const times = within(screen.getByRole('group', { name: 'When to remind' }))
  await user.click(times.getByRole('checkbox', { name: '10 minutes before' }))
  await user.click(times.getByRole('checkbox', { name: '1 day before' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Automatic emails saved')).toBeDefined()
  expect(wire.sent(automaticLetterRoutes.change).map(({ body }) => body)).toEqual([
    { ...automaticDefaults, liveNotice: template.id, liveNoticeMinutes: [60, 10] },
  ])
})

test('LETTER-TEMPLATE-733 Without a time nothing reminds, and the page says so; a deleted text is named as such', async ({
  wire,
  open,
}) => {
  has(wire, { liveNoticeMinutes: [], liveBegins: idOf(9) })
  await open(paths.automaticLetters())
  expect(await screen.findByText('No time is selected, so no reminders are sent.')).toBeDefined()
  expect(await screen.findByDisplayValue('Deleted template (the built-in text is sent)')).toBeDefined()
})

test('LETTER-TEMPLATE-734 Who may only read sees what goes, and changes nothing', async ({ wire, open }) => {
  has(wire)
  await open(paths.automaticLetters(), { authority: { bombmySignup: 1 } })
  const reminder = await screen.findByRole('combobox', { name: 'Reminder' })
  expect(reminder.closest('fieldset')?.disabled).toBe(true)
  const pages = within(screen.getByRole('navigation', { name: 'SMS / mail' }))
  expect(pages.getAllByRole('link').map((link) => link.textContent)).toEqual(['Letters', 'Automatic emails'])
})

test('LETTER-TEMPLATE-737 The letter about a cart gets a text of the firm’s own, and one about products can be switched off', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(paths.automaticLetters())
  await user.click(await screen.findByRole('combobox', { name: 'Cart reminder' }))
  await user.click(await screen.findByRole('option', { name: 'Your bowls', hidden: true }))
  const onSale = screen.getByRole('combobox', { name: 'On sale now' })
  await user.click(onSale)
  const choices = document.getElementById(onSale.getAttribute('aria-controls') ?? '') ?? document.body
  await user.click(within(choices).getByRole('option', { name: 'Don’t send', hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Automatic emails saved')).toBeDefined()
  expect(wire.sent(automaticLetterRoutes.change).map(({ body }) => body)).toEqual([
    { ...automaticDefaults, cartLeft: ofCart.id, saleBegins: 'none' },
  ])
})
