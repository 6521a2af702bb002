import { association } from '@kaimai/contract/association/association.resource.ts'
import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { partner } from '@kaimai/contract/partner/partner.resource.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { fill } from '../../../test/user.ts'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const mei = record(partner.Record, { id: idOf(1), version: 1, name: 'Mei' })
const made = record(association.Record, { version: 1, partnerId: mei.id, partnerName: 'Mei', id: idOf(2), code: 'mei' })

const has = (wire: Wire) => {
  wire.answer(associationRoutes.list, () => ({ items: [made], total: 1 }))
  wire.answer(associationRoutes.counts, () => ({ all: 1, open: 1, over: 0 }))
  wire.answer(partnerRoutes.list, () => ({ items: [mei], total: 1 }))
  wire.answer(partnerRoutes.availableForms, () => [])
  wire.answer(associationRoutes.create, () => made)
  wire.answer(associationRoutes.program, () => ({ touch: 'last' as const, leastPayout: 1_500_00 }))
  wire.answer(associationRoutes.changeProgram, () => ({ touch: 'last' as const, leastPayout: 1_200_00 }))
}

interface Page {
  readonly wire: Wire
  readonly open: (path: string) => Promise<unknown>
  readonly user: UserEvent
}

/** The drawer of the rules, and its amount in dollars. */
const openRules = async ({ wire, open, user }: Page) => {
  has(wire)
  await open(paths.associationLinks())
  await user.click(await screen.findByRole('button', { name: 'Commission rules' }))
  const drawer = await screen.findByRole('dialog', { name: 'Commission rules' })
  const least = await within(drawer).findByRole<HTMLInputElement>('textbox', { name: /^Minimum payout/ })
  return { drawer, least }
}

/** Types a key at a time, in place of what stands there, and leaves the field. */
const type = async (user: UserEvent, field: Element, text: string): Promise<void> => {
  await user.clear(field)
  await user.type(field, text)
  await user.tab()
}

test('ASSOCIATION-305 A rate that could be two numbers is refused with both of them and never stored as 75; full-width digits are read', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(paths.associationLinks())
  await user.click(await screen.findByRole('button', { name: 'New link' }))
  const drawer = await screen.findByRole('dialog', { name: 'New link' })
  await user.click(await within(drawer).findByRole('combobox', { name: /^Partner/ }))
  await user.click(await screen.findByRole('option', { name: 'Mei', hidden: true }))
  await fill(user, within(drawer).getByRole('textbox', { name: /^Code/ }), 'mei-2')
  const rate = within(drawer).getByRole<HTMLInputElement>('textbox', { name: /^Rate/ })
  for (const enter of [type, fill]) {
    await enter(user, rate, '7,5')
    await user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await within(drawer).findByText('“7,5” could mean 7.5 or 75. Write it without a comma')
    expect(rate.getAttribute('aria-invalid')).toBe('true')
    expect(rate.value).toBe('7,5')
  }
  await type(user, rate, '7.125')
  await within(drawer).findByText('Enter a number with no more than 2 decimals')
  await type(user, rate, 'seven')
  await within(drawer).findByText('Enter a number with no more than 2 decimals')
  expect(wire.sent(associationRoutes.create)).toEqual([])
  await type(user, rate, '７．５％')
  expect(rate.value).toBe('7.5 %')
  expect(rate.getAttribute('aria-invalid')).toBeNull()
  await user.click(within(drawer).getByRole('button', { name: 'Save' }))
  await expect.poll(() => wire.sent(associationRoutes.create)).toMatchObject([{ body: { basisPoints: 750 } }])
})

const written = ['1,200', '1，200', '１２００', 'NT$1,200', '1 200', '1200.00']

test.for(written.flatMap((text) => [[text, 'typed', type] as const, [text, 'pasted', fill] as const]))(
  'ASSOCIATION-306 An amount of 1,200 dollars is read however it is written: %s, %s',
  async ([text, , enter], { wire, open, user }) => {
    const { drawer, least } = await openRules({ wire, open, user })
    await enter(user, least, text)
    await user.click(within(drawer).getByRole('button', { name: 'Save rules' }))
    await screen.findByText('Commission rules saved')
    expect(wire.sent(associationRoutes.changeProgram)).toEqual([{ body: { touch: 'last', leastPayout: 1_200_00 } }])
  },
)

test('ASSOCIATION-307 What stands in an amount loses its thousands sign while it is changed, and gets it back when it is left', async ({
  wire,
  open,
  user,
}) => {
  const { drawer, least } = await openRules({ wire, open, user })
  await user.click(within(drawer).getByRole('combobox'))
  expect(least.value).toBe('NT$ 1,500')
  await user.click(least)
  expect(least.value).toBe('1500')
  await user.type(least, '0')
  await user.tab()
  expect(least.value).toBe('NT$ 15,000')
  await type(user, least, '7,5')
  await within(drawer).findByText('“7,5” could mean 7.5 or 75. Write it without a comma')
  await type(user, least, '7.5')
  await within(drawer).findByText('Enter a whole number')
  await user.click(within(drawer).getByRole('button', { name: 'Save rules' }))
  expect(wire.sent(associationRoutes.changeProgram)).toEqual([])
})

test('ASSOCIATION-308 Who comes into an amount by Tab writes another in place of it', async ({ wire, open, user }) => {
  const { drawer, least } = await openRules({ wire, open, user })
  await user.click(within(drawer).getByRole('combobox'))
  await user.keyboard('{Escape}')
  for (let at = 0; at < 5 && document.activeElement !== least; at++) await user.tab()
  expect(document.activeElement).toBe(least)
  await user.keyboard('900')
  await user.tab()
  expect(least.value).toBe('NT$ 900')
})
