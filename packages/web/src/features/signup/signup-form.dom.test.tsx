import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { signupRoutes, Signup } from '@kaimai/contract/signup/signup.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { fill } from '../../../test/user.ts'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const form = record(Signup, {
  id: idOf(1),
  version: 4,
  pageType: 'free',
  signupName: 'Kiln day',
  signupTitle: 'An evening at the kiln',
  customUrl: 'kiln-day',
  published: true,
})

const has = (wire: Wire) => {
  wire.answer(signupRoutes.show, () => form)
  wire.answer(signupRoutes.availableLives, () => ({ lives: [], templates: [], hoursLeft: true, payable: true }))
  wire.answer(letterTemplateRoutes.list, () => ({ items: [], total: 0 }))
  wire.answer(signupRoutes.checkCustomUrl, ({ query }) => ({
    state: query.customUrl === 'taken' ? ('taken' as const) : ('free' as const),
  }))
  wire.answer(signupRoutes.change, ({ body: { version: _version, ...body } }) => ({ ...form, ...body, version: 5 }))
}
const address = paths.manageFormEdit({ pageStatus: 'edit', pageType: 'free', pageId: form.id })
const field = (name: RegExp) => screen.findByRole('textbox', { name })

test('SIGNUP-38 A published form keeps its state when its title is saved', async ({ wire, open, user }) => {
  has(wire)
  await open(address)
  await fill(user, await field(/^Title/), 'Tea night')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(wire.sent(signupRoutes.change)).toMatchObject([
    { params: { id: form.id }, body: { signupTitle: 'Tea night', published: true, version: 4 } },
  ])
})

test('SIGNUP-39 A question with choices needs two of them before it is saved', async ({ wire, open, user }) => {
  has(wire)
  await open(address)
  await user.click(await screen.findByRole('button', { name: 'Add question' }))
  await fill(user, await field(/^Question 1$/), 'Which glaze?')
  await user.click(screen.getByRole('combobox', { name: 'Type of question 1' }))
  // Without layout the list counts as out of sight.
  await user.click(await screen.findByRole('option', { name: 'Single choice', hidden: true }))
  await fill(user, await field(/^Option 1 of question 1/), 'Celadon')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('1 field needs fixing')).toBeDefined()
  await fill(user, await field(/^Option 2 of question 1/), 'Tenmoku')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(wire.sent(signupRoutes.change)[0]?.body.questionList).toMatchObject([
    { kind: 'oneChoice', label: 'Which glaze?', required: false, options: ['Celadon', 'Tenmoku'] },
  ])
})

test('SIGNUP-40 A form is taken down after a question, with nothing else of what was typed lost', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  await fill(user, await field(/^Form name/), 'Kiln day 2')
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: /Unpublish/ }))
  const question = await screen.findByRole('dialog', { name: 'Unpublish this sign-up page?' })
  await user.click(within(question).getByRole('button', { name: 'Unpublish page' }))
  expect(await screen.findByText(/^Unpublished/)).toBeDefined()
  expect(wire.sent(signupRoutes.change)[0]?.body).toMatchObject({ published: false, signupName: 'Kiln day 2' })
  expect(await screen.findByRole('button', { name: 'Publish page' })).toBeDefined()
})

test('SIGNUP-41 An address that is taken is said while it is typed', async ({ wire, open, user }) => {
  has(wire)
  await open(address)
  const url = await field(/^Custom address/)
  await fill(user, url, 'taken')
  await expect.poll(() => url.getAttribute('aria-invalid')).toBe('true')
})

test('SIGNUP-1210 The letter that follows a sign-up is the built-in one, or a template that is chosen here', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const template = record(letterTemplate.Record, {
    id: idOf(3),
    version: 1,
    letterTemplateName: 'Autumn kiln',
    letterTemplateType: letterTypes.signupComplete,
    contents: { 'zh-TW': { subject: '', blocks: [] }, en: { subject: '', blocks: [] } },
  })
  wire.answer(letterTemplateRoutes.list, ({ query }) => {
    const items = Number(query.letterTemplateType) === letterTypes.signupComplete ? [template] : []
    return { items, total: items.length }
  })
  await open(address)
  await user.click(await screen.findByRole('combobox', { name: 'Confirmation email' }))
  await user.click(await screen.findByRole('option', { name: 'Autumn kiln', hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(wire.sent(signupRoutes.change)[0]?.body).toMatchObject({ emailLetterTemplate: template.id })
  expect(wire.sent(letterTemplateRoutes.list)[0]?.query).toMatchObject({ letterTemplateType: 2 })
})
