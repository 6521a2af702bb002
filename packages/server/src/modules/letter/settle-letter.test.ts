import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { expect, test } from 'vitest'
import { errorNameOf } from '../../../test/fixtures.ts'
import { sharedSurenotify } from '../../../test/surenotify-stage.ts'
import type { Member } from '../../../test/test-app.ts'

const { t, aSender, write, logOf } = await sharedSurenotify()

/** As a worker leaves it that died while it handed the letter over. */
const loseTrack = async (member: Member, address: string): Promise<string> => {
  await write(member, [address])
  await t.platform.db.raw(
    `update "letterRecipient" set state = 'unknown', "sentAt" = null, reference = '' where "firmId" = $1 and "toAddress" = $2`,
    [member.firmId, address],
  )
  return (await logOf(member)).find(({ to }) => to === address)?.id ?? ''
}
const settle = (by: Member, id: string, arrived: boolean) =>
  t.call(letterRoutes.settle, { params: { id }, body: { arrived } }, by.headers)
const shownTo = async (member: Member, id: string) => {
  const { state, history } = await t.call(letterRoutes.show, { params: { id } }, member.headers)
  return [state, ...history.map(({ what }) => what)]
}
const recordOf = async (member: Member) => {
  const { rows } = await t.platform.db.raw(
    `select action from audit where "firmId" = $1 and action like 'letter.%' and action <> 'letter.change' order by "createdAt", id`,
    [member.firmId],
  )
  return rows.map(({ action }) => action)
}

test('LETTER-1050 A letter of which nobody knows whether it left is sent once a person says that it arrived, and no second time', async () => {
  const member = await aSender()
  const id = await loseTrack(member, 'mei@example.com')
  expect(await shownTo(member, id)).toEqual(['unknown', 'queued'])
  expect(await settle(member, id, true)).toEqual({ id, state: 'sent' })
  await t.platform.jobs.idle()
  expect(await shownTo(member, id)).toEqual(['sent', 'queued', 'sent'])
  for (const arrived of [true, false]) expect(await errorNameOf(settle(member, id, arrived))).toBe('conflict')
  expect(await recordOf(member)).toEqual(['letter.settle'])
})

test('LETTER-1051 Or it goes once more where a person says that it did not, whoever of two presses first', async () => {
  const member = await aSender()
  const id = await loseTrack(member, 'lin@example.com')
  const answers = await Promise.all([1, 2].map(() => errorNameOf(settle(member, id, false))))
  expect(answers.toSorted()).toEqual(['conflict', 'none'])
  await t.platform.jobs.idle()
  expect(await shownTo(member, id)).toEqual(['sent', 'queued', 'resent', 'sent'])
  expect(await recordOf(member)).toEqual(['letter.resend'])
})

test('LETTER-1052 Nobody settles a letter of another firm, and nobody without the right to write', async () => {
  const member = await aSender()
  const id = await loseTrack(member, 'mei@example.com')
  const stranger = await aSender()
  expect(await errorNameOf(settle(stranger, id, true))).toBe('noData')
  const reader = await t.aMember(member, 'analyst')
  expect(await errorNameOf(settle(reader, id, true))).toBe('forbidden')
  expect(await shownTo(member, id)).toEqual(['unknown', 'queued'])
})
