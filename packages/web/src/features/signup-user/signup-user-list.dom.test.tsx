import { fail } from '@kaimai/contract/common/error.ts'
import { SignupRow, signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { signupUserErrors } from '@kaimai/contract/signup-user/signup-user.errors.ts'
import { signupUserImportRoutes } from '@kaimai/contract/signup-user/signup-user-import.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import {
  SignupLive,
  SignupUser,
  SignupUserRow,
  SignupUserSeat,
} from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const [form, first, second, full] = [idOf(8), idOf(20), idOf(21), idOf(22)]
const seats = [record(SignupUserSeat, { liveId: first, title: 'Saturday', status: 'scheduled' })]
const mei = record(SignupUserRow, { id: idOf(1), name: 'Mei', phone: '+886912345678', signupId: form, seats })
const jack = record(SignupUserRow, { id: idOf(2), name: 'Jack', phone: '+886912345679', signupId: form, seats })

const has = (wire: Wire) => {
  const offered = { status: 'scheduled', chosen: true } as const
  wire.answer(signupUserRoutes.list, () => ({ items: [mei, jack], total: 2 }))
  wire.answer(signupUserImportRoutes.runs, () => ({ runs: [] }))
  wire.answer(signupUserRoutes.counts, () => ({ all: 2, came: 0, notCome: 2, ordered: 0, flagged: 0, stopped: 0 }))
  wire.answer(signupUserRoutes.show, () => record(SignupUser, { ...mei, memo: 'Likes blue', personal: true }))
  wire.answer(signupRoutes.list, () => ({ items: [], total: 0 }))
  wire.answer(signupUserRoutes.lives, () => ({
    lives: [
      record(SignupLive, { ...offered, liveId: first, title: 'Saturday', capacity: null }),
      record(SignupLive, { ...offered, liveId: second, title: 'Sunday', capacity: 10, taken: 7 }),
      record(SignupLive, { ...offered, liveId: full, title: 'Monday', capacity: 10, taken: 9 }),
    ],
  }))
}

test('SIGNUP-USER-1 People are moved together to a session that has places for all of them', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(signupUserRoutes.move, () => ({ moved: 2 }))
  await open(paths.manageFormUsers())
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Change session' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move 2 people to another session' })
  const sunday = await within(dialog).findByRole('radio', { name: /Sunday/ })
  expect(within(dialog).queryByRole('radio', { name: /Saturday/ })).toBeNull()
  expect(within(dialog).getByRole('radio', { name: /Monday/ })).toHaveProperty('disabled', true)
  fireEvent.click(sunday)
  await user.click(within(dialog).getByRole('button', { name: 'Change session' }))
  expect(await screen.findByText('2 people moved to the new session')).toBeDefined()
  expect(wire.sent(signupUserRoutes.move)).toEqual([
    { body: { signupUserIds: [mei.id, jack.id], toLiveId: second, notify: true } },
  ])
})

test('SIGNUP-USER-9 A session that filled up meanwhile is said in the dialog, which stays', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(signupUserRoutes.move, () => {
    throw fail('soldOut')
  })
  await open(paths.manageFormUsers())
  await user.click(await screen.findByRole('button', { name: 'More actions: Mei' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change session' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move Mei to another session' })
  fireEvent.click(await within(dialog).findByRole('radio', { name: /Sunday/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Change session' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Sold out')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
})

test('SIGNUP-USER-22 Notices that were stopped go on again by undo', async ({ wire, open, user }) => {
  has(wire)
  wire.answer(signupUserRoutes.cancelNotice, () => ({ changed: 1 }))
  await open(paths.manageFormUsers())
  await user.click(await screen.findByRole('button', { name: 'More actions: Mei' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Stop notifications' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Notifications resumed for 1 person')).toBeDefined()
  expect(wire.sent(signupUserRoutes.cancelNotice).map(({ body }) => body.isCancelNotice)).toEqual([true, false])
})

test('SIGNUP-USER-23 A note about a person keeps itself once when its field is left', async ({ wire, open, user }) => {
  has(wire)
  wire.answer(signupUserRoutes.change, () => mei)
  await open(paths.manageFormUsers({ person: mei.id }))
  const note = await screen.findByRole('textbox', { name: /Note/ })
  await user.type(note, ' tea')
  await user.tab()
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(wire.sent(signupUserRoutes.change).map(({ body }) => body.memo)).toEqual(['Likes blue tea'])
})

test('SIGNUP-USER-133 Erasing a person asks twice: what goes and what stays, then whether it is meant', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(signupUserRoutes.erase, () => ({ ordersUnderWay: 1 }))
  await open(`${paths.manageFormUsers()}?person=${mei.id}`)
  await user.click(await screen.findByRole('button', { name: 'Erase data' }))
  const first = await screen.findByRole('dialog', { name: 'Erase Mei’s personal data' })
  expect(within(first).getByText(/Personal links stop working/)).toBeDefined()
  expect(within(first).getByText(/Orders and books: this person has none/)).toBeDefined()
  await user.click(within(first).getByRole('button', { name: 'Continue' }))
  expect(wire.sent(signupUserRoutes.erase)).toEqual([])
  const second = await screen.findByRole('dialog', { name: 'Erase for good?' })
  await user.click(within(second).getByRole('button', { name: 'Erase for good' }))
  expect(await screen.findByText(/1 order under way keeps/)).toBeDefined()
  expect(wire.sent(signupUserRoutes.erase)).toMatchObject([{ body: { signupUserId: mei.id } }])
})

test('SIGNUP-USER-134 An erased person has a note instead of actions and contacts', async ({ wire, open }) => {
  has(wire)
  const erased = { ...mei, name: '觀眾 3f2a', phone: '', email: '', erasedAt: new Date().toISOString() }
  wire.answer(signupUserRoutes.show, () => record(SignupUser, { ...erased, personal: true }))
  await open(`${paths.manageFormUsers()}?person=${mei.id}`)
  expect(await screen.findByText(/Personal data was erased/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Erase data' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Resend link' })).toBeNull()
})

test('SIGNUP-USER-27 A person entered by hand goes into the one session there is, and a refusal stands at its field with all that was typed', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(signupRoutes.list, () => ({
    items: [record(SignupRow, { id: form, signupName: 'Autumn kiln' })],
    total: 1,
  }))
  const only = record(SignupLive, {
    liveId: first,
    title: 'Saturday',
    status: 'scheduled',
    chosen: true,
    capacity: null,
  })
  wire.answer(signupUserRoutes.lives, () => ({ lives: [only] }))
  const refused = new Set<string>()
  wire.answer(signupUserRoutes.add, ({ body }) => {
    if (refused.size === 0) {
      refused.add(body.phone)
      throw fail('invalid', { fields: { phone: signupUserErrors.contactTwoPeople } })
    }
    return { signupUserId: idOf(9), state: 'added' as const }
  })
  await open(paths.manageFormUsers())
  await user.click(await screen.findByRole('button', { name: 'Add person' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a person' })
  const field = (name: string | RegExp) => within(dialog).getByRole('textbox', { name })
  await user.type(field(/^Name/), 'Wen')
  await user.type(field(/^Phone/), '0912345000')
  await user.type(field(/^Email/), 'wen@example.com')
  await user.type(field(/^Consent source/), 'Store counter')
  await user.click(within(dialog).getByRole('button', { name: 'Add person' }))
  expect(await within(dialog).findByText(/belong to two different people/)).toBeDefined()
  expect(field(/^Name/)).toHaveProperty('value', 'Wen')
  await user.click(within(dialog).getByRole('button', { name: 'Add person' }))
  expect(await screen.findByText('Wen was added')).toBeDefined()
  expect(wire.sent(signupUserRoutes.add).at(-1)?.body).toMatchObject({
    signupId: form,
    liveId: first,
    name: 'Wen',
    phone: '0912345000',
    consentSource: 'Store counter',
    sendLink: true,
  })
})
