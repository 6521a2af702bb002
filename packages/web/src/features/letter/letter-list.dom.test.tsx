import { Letter, LetterRow, letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { paths } from '../../lib/paths/paths.ts'

const letter = record(LetterRow, {
  id: idOf(1),
  letterTemplateType: letterTypes.paidNotice,
  subject: 'Thank you',
  toName: 'Mei',
  to: 'mei@example.com',
  state: 'failed',
  transport: 'smtp',
})
const noneHeld = { count: 0, since: null, anHour: 100 }

test('LETTER-4 A letter is shown as it was sent, with what went wrong, and as plain text', async ({
  wire,
  open,
  user,
}) => {
  wire.answer(letterRoutes.list, () => ({ items: [letter], total: 1 }))
  wire.answer(letterRoutes.held, () => noneHeld)
  wire.answer(letterRoutes.show, () =>
    record(Letter, { ...letter, html: '<p>Hi</p>', text: 'Hi https://a.tw/x.', problem: 'Mailbox full' }),
  )
  const opened = await open(paths.manageSmsEmail())
  await user.click(await screen.findByRole('link', { name: /Thank you/ }))
  const drawer = await screen.findByRole('dialog', { name: 'Thank you' })
  expect(opened.address()).toBe(`/manage-sms-email?letter=${letter.id}`)
  expect(await within(drawer).findByText('Mailbox full')).toBeDefined()
  await user.click(within(drawer).getByRole('radio', { name: 'Plain text' }))
  expect(within(drawer).getByRole('link', { name: 'https://a.tw/x' })).toBeDefined()
})

test('LETTER-5 Letters on hold are said above the list, with how many go in an hour', async ({ wire, open }) => {
  wire.answer(letterRoutes.list, () => ({ items: [letter], total: 1 }))
  wire.answer(letterRoutes.held, () => ({ count: 12, since: '2026-03-02T04:00:00.000Z', anHour: 100 }))
  await open(paths.manageSmsEmail())
  const held = await screen.findByText('Emails on hold: 12.')
  expect(held.parentElement?.textContent).toContain('limit of 100 an hour')
})

test('LETTER-6 A filter by kind stands in the address and asks for that kind alone', async ({ wire, open, user }) => {
  wire.answer(letterRoutes.list, ({ query }) => {
    const items = query.letterTemplateType === undefined ? [letter] : []
    return { items, total: items.length }
  })
  wire.answer(letterRoutes.held, () => noneHeld)
  await open(paths.manageSmsEmail())
  await screen.findByRole('link', { name: /Thank you/ })
  await user.click(screen.getByRole('button', { name: 'Type' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Reminder' }))
  expect(await screen.findByText('No letters of this type')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByRole('link', { name: /Thank you/ })).toBeDefined()
})

test('LETTER-1053 Of a letter of which nobody knows whether it left a person says that it arrived, or sends it again once asked', async ({
  wire,
  open,
  user,
}) => {
  const unclear = { ...letter, state: 'unknown' as const }
  wire.answer(letterRoutes.list, () => ({ items: [unclear], total: 1 }))
  wire.answer(letterRoutes.held, () => noneHeld)
  wire.answer(letterRoutes.show, () => record(Letter, { ...unclear, html: '', text: 'Hi' }))
  wire.answer(letterRoutes.settle, ({ body }) => ({
    id: letter.id,
    state: body.arrived ? ('sent' as const) : ('queued' as const),
  }))
  await open(`${paths.manageSmsEmail()}?letter=${letter.id}`)
  const part = within(await screen.findByRole('region', { name: 'It’s unclear whether this message was sent' }))
  await user.click(part.getByRole('button', { name: 'Send again' }))
  const question = within(await screen.findByRole('dialog', { name: 'Send again to Mei?' }))
  await user.click(question.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('Queued again')).toBeDefined()
  await user.click(part.getByRole('button', { name: 'It was received' }))
  expect(await screen.findByText('Marked as sent')).toBeDefined()
  expect(wire.sent(letterRoutes.settle).map(({ body }) => body)).toEqual([{ arrived: false }, { arrived: true }])
})
