import { letterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { Product, productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { fill } from '../../../test/user.ts'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const content = {
  subject: 'Your seat is saved',
  blocks: [
    { kind: 'heading' as const, text: 'Welcome' },
    { kind: 'button' as const, label: 'Enter', url: '{{liveUrl}}' },
  ],
}
const contents = { 'zh-TW': content, en: content }
const template = record(letterTemplate.Record, {
  id: idOf(1),
  version: 2,
  letterTemplateName: 'Autumn kiln',
  letterTemplateType: letterTypes.signupComplete,
  contents,
})
const mei = { id: idOf(7), name: 'Mei', email: 'mei@example.com', language: 'en' as const }

const has = (wire: Wire) => {
  wire.answer(letterTemplateRoutes.list, () => ({ items: [template], total: 1 }))
  wire.answer(letterTemplateRoutes.builtIn, () => [
    {
      letterTemplateType: letterTypes.signupComplete,
      contents: { 'zh-TW': content, en: { ...content, subject: 'You’re in' } },
    },
  ])
  wire.answer(letterTemplateRoutes.show, () => template)
  wire.answer(letterTemplateRoutes.previewData, () => ({ recipients: [mei] }))
  wire.answer(letterTemplateRoutes.preview, ({ body: { contents: written, recipientId } }) => ({
    subject: written.en.subject,
    html: '<!doctype html><html lang="en"><body><p>Welcome</p></body></html>',
    text: 'Welcome',
    problems: recipientId === null ? {} : { 'contents.en.subject': '“name” is empty for this recipient' },
  }))
  wire.answer(letterTemplateRoutes.change, ({ body: { version: _version, ...body } }) => ({
    ...template,
    ...body,
    version: 3,
  }))
}
const address = paths.mailTemplateEdit({ letterTemplateId: template.id })
const blocks = async () => within(await screen.findByRole('list', { name: 'Content blocks' }))
const chooseType = async (user: Parameters<typeof fill>[0], name: string) => {
  await user.click(await screen.findByRole('combobox', { name: 'Type' }))
  // Without layout the list counts as out of sight.
  await user.click(await screen.findByRole('option', { name, hidden: true }))
}

test('LETTER-TEMPLATE-460 Built-in texts stand below the firm’s own, and a copy of one begins with what it says', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const opened = await open(paths.manageMailTemplate())
  expect(await screen.findByRole('link', { name: /Autumn kiln/ })).toBeDefined()
  expect(await screen.findByText('You’re in')).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'Copy Sign-up confirmation' }))
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Template name' })
  expect(opened.address()).toBe('/manage-mail-template/create?builtIn=2')
  expect(name.value).toBe('Copy of Sign-up confirmation')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('You’re in')
})

test('LETTER-TEMPLATE-461 Another type clears the content only once that is agreed to', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  const question = () => screen.findByRole('dialog', { name: 'Change the type and clear the content?' })
  await chooseType(user, 'Reminder')
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  expect((await blocks()).getAllByRole('listitem')).toHaveLength(2)
  await chooseType(user, 'Reminder')
  await user.click(within(await question()).getByRole('button', { name: 'Change and clear' }))
  expect(await screen.findByText('No content yet. Add the first block.')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('')
})

test('LETTER-TEMPLATE-462 Blocks are put in order by keys, and saved with the version they were made from', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  const grip = (await blocks()).getByRole('button', { name: 'Move Heading: Welcome, 1 of 2' })
  grip.focus()
  await user.keyboard('{ArrowDown}')
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Template saved')).toBeDefined()
  const [sent] = wire.sent(letterTemplateRoutes.change)
  expect(sent?.body.version).toBe(2)
  expect(sent?.body.contents.en.blocks.map(({ kind }) => kind)).toEqual(['button', 'heading'])
  expect(sent?.body.contents['zh-TW']).toEqual(content)
})

test('LETTER-TEMPLATE-463 A block that was removed comes back by undo, with what was typed since', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  await user.click((await blocks()).getByRole('button', { name: 'Remove Heading: Welcome' }))
  const toast = (await screen.findByText('Block removed')).closest<HTMLElement>('[role=status]')
  await fill(user, screen.getByRole('textbox', { name: 'Subject' }), 'See you')
  await user.click(within(toast ?? document.body).getByRole('button', { name: 'Undo' }))
  expect(await (await blocks()).findByRole('button', { name: 'Remove Heading: Welcome' })).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('See you')
})

test('LETTER-TEMPLATE-464 A variable that the type has not is named at its field, and nothing is sent', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  await fill(user, await screen.findByRole('textbox', { name: 'Subject' }), 'Order {{orderNo}}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This type of email has no variable “orderNo”')).toBeDefined()
  expect(wire.sent(letterTemplateRoutes.change)).toEqual([])
})

test('LETTER-TEMPLATE-465 A sign-up confirmation without the personal link is not saved: it says what is missing', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  await user.click((await blocks()).getByRole('button', { name: 'Remove Button: Enter' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Add \{\{liveUrl\}\}/)).toBeDefined()
  expect(wire.sent(letterTemplateRoutes.change)).toEqual([])
})

test('LETTER-TEMPLATE-466 The preview is of the recipient that is chosen, and says what that person lacks', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  const preview = within(await screen.findByRole('region', { name: 'Preview' }))
  expect(await preview.findByTitle('Email preview')).toBeDefined()
  await user.click(preview.getByRole('combobox', { name: 'Preview as' }))
  await user.click(await screen.findByRole('option', { name: 'Mei・mei@example.com', hidden: true }))
  expect(await preview.findByText('“name” is empty for this recipient')).toBeDefined()
  expect(wire.sent(letterTemplateRoutes.preview).at(-1)?.body).toMatchObject({ recipientId: mei.id, language: 'en' })
})

test('LETTER-TEMPLATE-467 A test goes to oneself, of what is typed', async ({ wire, open, user }) => {
  has(wire)
  wire.answer(letterTemplateRoutes.test, () => ({ to: 'me@example.com' }))
  await open(address)
  await fill(user, await screen.findByRole('textbox', { name: 'Subject' }), 'See you')
  await user.click(await screen.findByRole('button', { name: 'Send a test to myself' }))
  expect(await screen.findByText('Test sent to me@example.com')).toBeDefined()
  expect(wire.sent(letterTemplateRoutes.test)[0]?.body).toMatchObject({
    letterTemplateType: letterTypes.signupComplete,
    language: 'en',
    contents: { en: { subject: 'See you' } },
  })
})

test('LETTER-TEMPLATE-468 Who may only read sees the preview and can neither save nor send', async ({ wire, open }) => {
  has(wire)
  await open(address, { authority: { bombmySignup: 1 } })
  expect(await screen.findByTitle('Email preview')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send a test to myself' })).toBeNull()
})

test('LETTER-TEMPLATE-487 A product is found by its name and put into the letter; the block says which, and one is enough', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const teapot = record(Product, { id: idOf(3), productName: 'Teapot', price: 68_000, currency: 'TWD' })
  const cup = record(Product, { id: idOf(4), productName: 'Cup', price: 36_000, currency: 'TWD' })
  wire.answer(productRoutes.list, ({ query }) => {
    const items = [teapot, cup].filter(({ productName }) => productName.includes(query.q ?? ''))
    return { items, total: items.length }
  })
  await open(address)
  const palette = within(await screen.findByRole('group', { name: 'Add block' }))
  await user.click(palette.getByRole('button', { name: 'Product' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(wire.sent(letterTemplateRoutes.change)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Choose product' }))
  const picker = within(await screen.findByRole('dialog'))
  await fill(user, picker.getByRole('searchbox'), 'Tea')
  await expect.poll(() => picker.queryByRole('radio', { name: /Cup/ })).toBeNull()
  await user.click(await picker.findByRole('radio', { name: /Teapot/ }))
  await user.click(picker.getByRole('button', { name: /1/ }))
  expect(await (await blocks()).findByRole('button', { name: 'Move Product: Teapot, 3 of 3' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Template saved')).toBeDefined()
  expect(wire.sent(letterTemplateRoutes.change)[0]?.body.contents.en.blocks[2]).toEqual({
    kind: 'product',
    productId: teapot.id,
  })
})

test('LETTER-TEMPLATE-488 Only letters with a start time offer a countdown', async ({ wire, open, user }) => {
  has(wire)
  await open(address)
  const countdown = () => screen.queryByRole('button', { name: 'Countdown' })
  await screen.findByRole('group', { name: 'Add block' })
  expect(countdown()).not.toBeNull()
  await chooseType(user, 'Paid')
  const question = await screen.findByRole('dialog', { name: 'Change the type and clear the content?' })
  await user.click(within(question).getByRole('button', { name: 'Change and clear' }))
  await expect.poll(countdown).toBeNull()
})

test('LETTER-TEMPLATE-743 A text message is one text in each language, counted as it is typed, without subject, blocks and preview', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  await chooseType(user, 'Sign-up text message')
  await user.click(await screen.findByRole('button', { name: 'Change and clear' }))
  const message = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  expect(message.value).toBe('【{{firmName}}】')
  expect(screen.queryByRole('textbox', { name: 'Subject' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull()
  await fill(user, message, '【{{firmName}}】Come in: {{liveUrl}}')
  expect(await screen.findByText(/Segments: 2 · Points per person: 2$/)).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'Traditional Chinese' }))
  await fill(user, screen.getByRole('textbox', { name: 'Message' }), '【{{firmName}}】請進 {{liveUrl}}')
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Template saved')).toBeDefined()
  expect(wire.sent(letterTemplateRoutes.change)[0]?.body.contents).toEqual({
    'zh-TW': { subject: 'SMS', blocks: [{ kind: 'text', text: '【{{firmName}}】請進 {{liveUrl}}' }] },
    en: { subject: 'SMS', blocks: [{ kind: 'text', text: '【{{firmName}}】Come in: {{liveUrl}}' }] },
  })
})

test('LETTER-TEMPLATE-755 An earlier version is looked at, put into the form, and saved or taken back', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const said = { letterTemplateName: 'Autumn kiln', letterTemplateType: letterTypes.signupComplete }
  const saves = [
    { ...said, version: 2, savedAt: '2026-11-20T04:00:00.000Z', savedBy: 'Mei' },
    { ...said, version: 1, savedAt: '2026-11-19T04:00:00.000Z', savedBy: '' },
  ]
  wire.answer(letterTemplateRoutes.versions, () => saves)
  wire.answer(letterTemplateRoutes.version, ({ params }) => {
    const save = saves.find(({ version }) => String(version) === String(params.version)) ?? saves[0]
    if (!save) throw new Error('no version')
    const then = { ...content, subject: `Subject of version ${save.version}` }
    return { ...save, contents: { 'zh-TW': then, en: then } }
  })
  await open(address)
  const subject = async () => (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })).value
  expect(await subject()).toBe('Your seat is saved')
  await user.click(screen.getByRole('button', { name: 'Version history' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Version history' }))
  const [newest, first] = await drawer.findAllByRole('button', { name: /Autumn kiln/ })
  expect(newest?.getAttribute('aria-pressed')).toBe('true')
  expect(newest?.textContent).toMatch(/Current.*Mei・Autumn kiln・Sign-up confirmation$/)
  await user.click(first as HTMLElement)
  expect(await drawer.findByText('Subject of version 1')).toBeDefined()
  expect(drawer.queryByRole('button', { name: 'Send a test to myself' })).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Restore this version' }))
  expect(await subject()).toBe('Subject of version 1')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await subject()).toBe('Your seat is saved')
  expect(wire.sent(letterTemplateRoutes.change)).toEqual([])
})
