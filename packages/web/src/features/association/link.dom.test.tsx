import { association } from '@kaimai/contract/association/association.resource.ts'
import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { partner } from '@kaimai/contract/partner/partner.resource.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { fill } from '../../../test/user.ts'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const mei = record(partner.Record, { id: idOf(1), version: 1, name: 'Mei' })
const parts = { version: 1, partnerId: mei.id, partnerName: 'Mei', cookieDays: 30 } as const
const tenth = record(association.Record, {
  ...parts,
  id: idOf(2),
  code: 'mei',
  rateKind: 'percent',
  basisPoints: 1_250,
  signupIds: [idOf(9)],
  link: '/f/kiln?a=mei',
})
const fixed = record(association.Record, {
  ...parts,
  id: idOf(3),
  code: 'mei-fixed',
  rateKind: 'amount',
  amount: 50_00,
  link: '?a=mei-fixed',
})

const has = (wire: Wire) => {
  wire.answer(associationRoutes.list, () => ({ items: [tenth, fixed], total: 2 }))
  wire.answer(associationRoutes.counts, () => ({ all: 2, open: 2, over: 0 }))
  wire.answer(partnerRoutes.list, () => ({ items: [mei], total: 1 }))
  wire.answer(partnerRoutes.availableForms, () => [{ id: idOf(9), title: 'Kiln night', path: '/f/kiln' }])
}

test('ASSOCIATION-300 A link says what it pays as a percentage or an amount, and a typed percentage is sent in hundredths', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(associationRoutes.create, () => tenth)
  await open(paths.associationLinks())
  expect((await screen.findByRole('link', { name: 'mei' })).closest('tr')?.textContent).toContain('12.5%')
  expect(screen.getByRole('link', { name: 'mei-fixed' }).closest('tr')?.textContent).toContain('NT$50')
  await user.click(screen.getByRole('button', { name: 'New link' }))
  const drawer = await screen.findByRole('dialog', { name: 'New link' })
  await user.click(await within(drawer).findByRole('combobox', { name: /^Partner/ }))
  await user.click(await screen.findByRole('option', { name: 'Mei', hidden: true }))
  await fill(user, within(drawer).getByRole('textbox', { name: /^Code/ }), 'Mei-2')
  await fill(user, within(drawer).getByRole('textbox', { name: /^Rate/ }), '7.5')
  expect(within(drawer).queryByRole('textbox', { name: /^Amount/ })).toBeNull()
  await user.click(within(drawer).getByRole('button', { name: 'Save' }))
  await screen.findByText('“mei” saved')
  expect(wire.sent(associationRoutes.create)).toMatchObject([
    {
      body: {
        partnerId: mei.id,
        code: 'mei-2',
        rateKind: 'percent',
        basisPoints: 750,
        amount: null,
        signupIds: [],
        productIds: [],
        endAt: null,
        cookieDays: 30,
      },
    },
  ])
})

test('ASSOCIATION-304 More than 100 % is refused at its field before anything is sent, and 100 % passes', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(associationRoutes.create, () => tenth)
  await open(paths.associationLinks())
  await user.click(await screen.findByRole('button', { name: 'New link' }))
  const drawer = await screen.findByRole('dialog', { name: 'New link' })
  await user.click(await within(drawer).findByRole('combobox', { name: /^Partner/ }))
  await user.click(await screen.findByRole('option', { name: 'Mei', hidden: true }))
  await fill(user, within(drawer).getByRole('textbox', { name: /^Code/ }), 'mei-3')
  const rate = within(drawer).getByRole<HTMLInputElement>('textbox', { name: /^Rate/ })
  await fill(user, rate, '101')
  expect(rate.value).toBe('101')
  await user.click(within(drawer).getByRole('button', { name: 'Save' }))
  await expect.poll(() => rate.getAttribute('aria-invalid')).toBe('true')
  expect(wire.sent(associationRoutes.create)).toEqual([])
  await fill(user, rate, '100')
  await user.click(within(drawer).getByRole('button', { name: 'Save' }))
  await screen.findByText('“mei” saved')
  expect(wire.sent(associationRoutes.create)).toMatchObject([{ body: { basisPoints: 10_000 } }])
})

test('ASSOCIATION-301 A link that leads to a form is handed on with its QR code, one for any page as the end of an address', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(paths.associationLinks())
  await user.click(await screen.findByRole('button', { name: 'More actions: mei' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link and QR code' }))
  const dialog = await screen.findByRole('dialog', { name: 'Share link “mei”' })
  expect(within(dialog).getByRole('group', { name: 'Link' }).textContent).toContain('/f/kiln?a=mei')
  expect(within(dialog).getByRole('img', { name: 'QR code of link “mei”' })).toBeDefined()
  const [close] = within(dialog).getAllByRole('button', { name: 'Close' })
  await user.click(close as HTMLElement)

  await user.click(await screen.findByRole('button', { name: 'More actions: mei-fixed' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link and QR code' }))
  const other = await screen.findByRole('dialog', { name: 'Share link “mei-fixed”' })
  expect(within(other).getByRole('group', { name: 'End of the address' }).textContent).toContain('?a=mei-fixed')
  expect(within(other).queryByRole('img')).toBeNull()
})

test('ASSOCIATION-302 Which click earns and the least payout are set for all partners at once', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(associationRoutes.program, () => ({ touch: 'last' as const, leastPayout: 500_00 }))
  wire.answer(associationRoutes.changeProgram, () => ({ touch: 'first' as const, leastPayout: 1_000_00 }))
  await open(paths.associationLinks())
  await user.click(await screen.findByRole('button', { name: 'Commission rules' }))
  const drawer = await screen.findByRole('dialog', { name: 'Commission rules' })
  await user.click(await within(drawer).findByRole('combobox', { name: /^When a buyer clicked/ }))
  await user.click(await screen.findByRole('option', { name: 'The first clicked link earns', hidden: true }))
  await fill(user, within(drawer).getByRole('textbox', { name: /^Minimum payout/ }), '1000')
  await user.click(within(drawer).getByRole('button', { name: 'Save rules' }))
  await screen.findByText('Commission rules saved')
  expect(wire.sent(associationRoutes.changeProgram)).toEqual([{ body: { touch: 'first', leastPayout: 1_000_00 } }])
})

test('ASSOCIATION-303 The links of one partner are asked for by the address, and the filter takes itself off', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const opened = await open(paths.associationLinks({ partnerId: mei.id }))
  await user.click(await screen.findByRole('button', { name: 'Clear Partner' }))
  expect(opened.address()).toBe('/association-setting/links')
  const asked = () => wire.sent(associationRoutes.list).map(({ query }) => query.partnerId)
  await expect.poll(() => asked().at(-1)).toBeUndefined()
  expect(asked()[0]).toBe(mei.id)
})

test('ASSOCIATION-400 A link is sent to its partner after a question, and who it went to is said', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(associationRoutes.sendLink, () => ({}))
  await open(paths.associationLinks())
  await user.click(await screen.findByRole('button', { name: 'More actions: mei' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send to partner' }))
  const question = await screen.findByRole('dialog', { name: 'Send link “mei” to “Mei”?' })
  expect(wire.sent(associationRoutes.sendLink)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Send' }))
  await screen.findByText('Link sent to “Mei”')
  expect(wire.sent(associationRoutes.sendLink)).toEqual([{ body: { associationId: tenth.id } }])
})
