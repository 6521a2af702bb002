import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aSending } from '../../../test/sending.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
const asked: string[] = []
/** What the transport does with an address. */
const fate = new Map<string, 'refuses' | 'breaks'>()
vi.spyOn(t.platform.mail, 'send').mockImplementation(async ({ to, id }) => {
  asked.push(to)
  const now = fate.get(to)
  if (now === 'breaks') throw new Error('nobody knows')
  if (now === 'refuses') return { outcome: 'refused', reason: '550 no', permanent: true }
  return { outcome: 'handed', reference: `r:${id}` }
})
beforeEach(async () => {
  t.clock.set(new Date(Date.UTC(2026, 10, 20, 4)))
  member = await t.aFirm('器日')
  await t.platform.jobs.idle()
  asked.length = 0
  fate.clear()
})

const show = (id: string) => t.call(sendingRoutes.show, { params: { id } }, member.headers)
const resend = async (id: string) => {
  asked.length = 0
  const sending = await t.call(sendingRoutes.resend, { params: { id } }, member.headers)
  await t.platform.jobs.idle()
  return sending
}
const sendTo = async (people: readonly string[]) => {
  const id = await aSending(t, member, people.join('\n'))
  await t.platform.jobs.idle()
  return id
}
const recipient = async (id: string, address: string) => {
  const log = await t.call(letterRoutes.list, { query: { letterId: id } }, member.headers)
  const found = log.items.find(({ to }) => to === address)
  return t.call(letterRoutes.show, { params: { id: found?.id ?? '' } }, member.headers)
}

test('SENDING-220 Another round goes to those whose letter failed, and to nobody whom it has reached or may have', async () => {
  fate.set('no@example.com', 'refuses').set('lost@example.com', 'breaks')
  const id = await sendTo(['mei@example.com', 'no@example.com', 'lost@example.com'])
  expect((await show(id)).counts).toMatchObject({ sent: 1, failed: 1, unknown: 1, resendable: 1 })
  fate.clear()
  expect((await resend(id)).counts).toMatchObject({ failed: 0, unknown: 1, resendable: 0 })
  expect(asked).toEqual(['no@example.com'])
  expect(await show(id)).toMatchObject({ state: 'unsure', counts: { sent: 2, failed: 0, unknown: 1 } })
  await resend(id)
  expect(asked).toEqual([])
})

test('SENDING-221 An address that takes no letters of the firm gets no other round', async () => {
  fate.set('gone@example.com', 'refuses')
  const id = await sendTo(['gone@example.com'])
  await t.platform.db.raw(
    `insert into "unreachableAddress" ("firmId", address, why, "createdAt") values ($1, 'gone@example.com', 'bounce', $2)`,
    [member.firmId, t.clock.now()],
  )
  expect((await resend(id)).counts).toMatchObject({ failed: 1, resendable: 0 })
  expect(asked).toEqual([])
})

test('SENDING-222 A person of a sending shows when the letter was queued, failed, was queued again, and handed over', async () => {
  fate.set('no@example.com', 'refuses')
  const id = await sendTo(['no@example.com'])
  const queuedAt = t.clock.now().toISOString()
  const failed = [
    { what: 'queued', at: queuedAt },
    { what: 'failed', at: queuedAt, count: 1, problem: '550 no' },
  ]
  expect(await recipient(id, 'no@example.com')).toMatchObject({
    problem: '550 no',
    history: failed,
  })
  t.clock.advance(60_000)
  fate.clear()
  await resend(id)
  const at = t.clock.now().toISOString()
  expect(await recipient(id, 'no@example.com')).toMatchObject({
    state: 'sent',
    problem: '',
    history: [...failed, { what: 'resent', at }, { what: 'sent', at }],
  })
})

test('SENDING-223 What was stopped gets no other round, nor does a sending of another firm, and a round is on record once', async () => {
  fate.set('no@example.com', 'refuses')
  const id = await sendTo(['no@example.com'])
  const other = await t.aFirm('別家')
  expect(await errorNameOf(t.call(sendingRoutes.resend, { params: { id } }, other.headers))).toBe('noData')
  await resend(id)
  fate.clear()
  await resend(id)
  await resend(id)
  const { rows } = await t.platform.db.raw(
    `select change from audit where "firmId" = $1 and action = 'letter.resend'`,
    [member.firmId],
  )
  expect(rows).toHaveLength(2)
  await t.call(sendingRoutes.stop, { params: { id } }, member.headers)
  expect(await errorNameOf(resend(id))).toBe('conflict')
})
