import { letterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { Sending, SendingPreview, sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, vi } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { fill } from '../../../test/user.ts'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const counts = { waiting: 0, sent: 7, failed: 3, skipped: 0, unknown: 0, resendable: 2 }
const sending = record(Sending, { id: idOf(1), title: 'Autumn', people: 10, state: 'sent', counts })
const template = record(letterTemplate.Record, {
  id: idOf(2),
  letterTemplateName: 'Autumn sale',
  letterTemplateType: letterTypes.freeText,
  contents: {
    'zh-TW': { subject: '秋', blocks: [{ kind: 'heading', text: '秋' }] },
    en: { subject: 'Autumn', blocks: [{ kind: 'heading', text: 'Autumn' }] },
  },
})

const lists = (wire: Wire, shown: Sending) => wire.answer(sendingRoutes.list, () => ({ items: [shown], total: 1 }))
const chooseAction = async (user: Parameters<typeof fill>[0], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'More actions: Autumn' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('SENDING-540 A mailing is stopped once that is agreed to, and not before', async ({ wire, open, user }) => {
  lists(wire, { ...sending, state: 'sending', counts: { ...counts, waiting: 5 } })
  wire.answer(sendingRoutes.stop, () => ({}))
  await open(paths.sendings())
  await chooseAction(user, 'Stop sending')
  const question = () => screen.findByRole('dialog', { name: 'Stop “Autumn”?' })
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  expect(wire.sent(sendingRoutes.stop)).toEqual([])
  await chooseAction(user, 'Stop sending')
  await user.click(within(await question()).getByRole('button', { name: 'Stop sending' }))
  expect(await screen.findByText('“Autumn” stopped')).toBeDefined()
  expect(wire.sent(sendingRoutes.stop)).toMatchObject([{ params: { id: sending.id } }])
})

test('SENDING-541 The question before sending again says how many can get it again, and one press sends again once', async ({
  wire,
  open,
  user,
}) => {
  lists(wire, sending)
  wire.answer(sendingRoutes.resend, () => sending)
  await open(paths.sendings())
  await chooseAction(user, 'Resend to failed')
  const question = await screen.findByRole('dialog', { name: 'Resend to failed recipients (2)?' })
  expect(wire.sent(sendingRoutes.resend)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Resend to failed' }))
  expect(await screen.findByText('Resending “Autumn”')).toBeDefined()
  expect(wire.sent(sendingRoutes.resend)).toMatchObject([{ params: { id: sending.id } }])
})

test('SENDING-542 A mailing that has gone out whole can be neither stopped nor sent again', async ({ wire, open }) => {
  lists(wire, { ...sending, counts: { ...counts, sent: 10, failed: 0, resendable: 0 } })
  await open(paths.sendings())
  expect(await screen.findByText('10 of 10 sent')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'More actions: Autumn' })).toBeNull()
})

test('SENDING-543 A mailing is scheduled for the time on the clock of the shop, shown as it will be read, and made only once the count is agreed to', async ({
  wire,
  open,
  user,
}) => {
  lists(wire, sending)
  wire.answer(letterTemplateRoutes.list, () => ({ items: [template], total: 1 }))
  wire.answer(signupRoutes.list, () => ({ items: [], total: 0 }))
  wire.answer(sendingRoutes.preview, () => record(SendingPreview, { people: 2, leavesAt: '2026-03-02T04:00:00.000Z' }))
  wire.answer(sendingRoutes.create, () => sending)
  wire.answer(letterTemplateRoutes.show, () => template)
  wire.answer(letterTemplateRoutes.previewData, () => ({ recipients: [] }))
  wire.answer(letterTemplateRoutes.preview, ({ body: { contents } }) => ({
    subject: contents.en.subject,
    html: '<!doctype html><html lang="en"><body></body></html>',
    text: '',
    problems: {},
  }))
  await open(paths.smsEmailCreate())
  await fill(user, await screen.findByRole('textbox', { name: 'Name' }), 'Autumn')
  expect(screen.getByText('Choose a template to preview it here.')).toBeDefined()
  await user.click(screen.getByRole('combobox', { name: 'Template' }))
  // Without layout the list counts as out of sight.
  await user.click(await screen.findByRole('option', { name: 'Autumn sale', hidden: true }))
  expect(await screen.findByTitle('Email preview')).toBeDefined()
  expect(wire.sent(letterTemplateRoutes.preview).map(({ body }) => body.language)).toEqual(['en'])
  await user.click(screen.getByRole('radio', { name: 'Your list' }))
  await fill(user, await screen.findByRole('textbox', { name: 'List' }), 'mei@example.com\nlin@example.com')
  await fill(user, screen.getByRole('textbox', { name: 'Source of consent' }), 'Store form')

  // Without layout the calendar counts as out of sight, and warns of that with all of the page.
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warned.mockRestore())
  await user.click(screen.getByRole('button', { name: /^Send at/ }))
  await user.click(await screen.findByLabelText('Next month'))
  const fifteenth = await screen.findByLabelText(/^\w+ 15, \d{4}$/)
  const day = fifteenth.getAttribute('aria-label') ?? ''
  await user.click(fifteenth)
  await user.click(screen.getByLabelText('OK'))

  await user.click(screen.getByRole('button', { name: 'Send' }))
  const question = await screen.findByRole('dialog', { name: 'Send to 2?' })
  expect(wire.sent(sendingRoutes.create)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Sending started')).toBeDefined()
  const midnight = new Date(`${day} 00:00 GMT+0800`).toISOString()
  expect(wire.sent(sendingRoutes.create).map(({ body }) => body)).toMatchObject([
    { title: 'Autumn', letterTemplateId: template.id, scheduledAt: midnight },
  ])
})

test('SENDING-544 The one sign that makes a text message take more parts is named; Chinese texts name none', async ({
  wire,
  open,
  user,
}) => {
  wire.answer(letterTemplateRoutes.list, () => ({ items: [], total: 0 }))
  wire.answer(signupRoutes.list, () => ({ items: [], total: 0 }))
  await open(paths.smsEmailCreate())
  await user.click(await screen.findByRole('radio', { name: 'Text message' }))
  const named = () => screen.queryByText(/cuts a segment from 160 to 70 characters/)
  const english = await screen.findByRole('textbox', { name: 'English message' })
  await fill(user, english, 'Tonight’s the kiln')
  expect(await screen.findByText(/^“’” cuts a segment/)).toBeDefined()
  await fill(user, english, 'Tonight’s the 窯')
  expect(named()).toBeNull()
  await fill(user, english, "Tonight's the kiln")
  expect(named()).toBeNull()
  await fill(user, await screen.findByRole('textbox', { name: 'Message' }), '【器日】今晚八點開窯')
  expect(named()).toBeNull()
  const phone = screen.getByRole('group', { name: 'Message preview' })
  expect(within(phone).getByText('【器日】今晚八點開窯 退訂')).toBeDefined()
  expect(within(phone).getByText("Tonight's the kiln Opt out:")).toBeDefined()
  expect(within(phone).getAllByText(/\/u\/x{22}$/)).toHaveLength(2)
})
