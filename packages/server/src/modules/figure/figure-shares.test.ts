import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { shareOf } from '@kaimai/contract/figure/share.rules.ts'
import { expect, test } from 'vitest'
import { aShow, anOrderRow, figuresOf, rollUp, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const { db } = t.platform

const ownShow = async () => aShow(t, await aFirmWithHours(t, '器日'))
const visitName = () => newId().replaceAll('-', '').slice(0, 22)
const times = async (count: number, write: (n: number) => Promise<void>) => {
  for (let n = 0; n < count; n += 1) await write(n)
}
/** Count and share of each step, as the file has them. */
const stepsIn = async ({ headers }: Member, liveId: string) => {
  await rollUp(t)
  const query = { liveId, format: 'csv' as const }
  const file = await t.call(figureRoutes.exportDashboard, { query }, { ...headers, 'accept-language': 'en' })
  const lines = String(file).trim().split('\r\n')
  return lines
    .map((line) => line.split(','))
    .filter(([part]) => part === 'Funnel (people)')
    .map(([, , count, share]) => [Number(count), share])
}

test('FIGURE-431 The reported cases with enough people for shares: of persons, step by step in the file, and nobody simulated among them', async () => {
  const at = t.clock.now()
  // Ten who look three times and twenty who look once: twenty of the thirty sign up (row 27).
  const looked = await ownShow()
  const visit = (visitOf: string, cause: string) =>
    writeFact(db, looked.owner.firmId, {
      kind: 'visited',
      sourceId: `signup ${looked.form.id} ${cause}`,
      at,
      visit: visitOf,
    })
  await times(30, async (n) => {
    const name = visitName()
    await times(n < 10 ? 3 : 1, (look) => visit(name, `${name} ${look}`))
    if (n < 20)
      await writeFact(db, looked.owner.firmId, {
        kind: 'signedUp',
        sourceId: `${name} signed up`,
        at,
        liveId: looked.live.id,
        signupUserId: newId(),
        visit: name,
      })
  })
  expect((await stepsIn(looked.owner, looked.live.id)).slice(0, 2)).toEqual([
    [30, ''],
    [20, '66.7%'],
  ])

  // Of each thirty: who looked alone; who signed up and came; who was imported and came; who ordered as well (row 28).
  const came = await ownShow()
  const { firmId } = came.owner
  const here = { at, liveId: came.live.id, offsetMs: 1_000 }
  await times(30, async () => {
    const [signedUp, imported, buyer] = [newId(), newId(), newId()]
    const [alone, own, bought] = [visitName(), visitName(), visitName()]
    for (const name of [alone, own, bought])
      await writeFact(db, firmId, { kind: 'visited', sourceId: `signup ${came.form.id} ${name}`, at, visit: name })
    for (const [person, name] of [
      [signedUp, own],
      [buyer, bought],
    ] as const)
      await writeFact(db, firmId, { ...here, kind: 'signedUp', sourceId: newId(), signupUserId: person, visit: name })
    for (const signupUserId of [signedUp, imported, buyer])
      await writeFact(db, firmId, { ...here, kind: 'joined', sourceId: newId(), signupUserId })
    const orderId = await anOrderRow(db, firmId, came.live.id, at)
    await writeFact(db, firmId, { ...here, kind: 'carted', sourceId: newId(), signupUserId: buyer })
    const order = { ...here, sourceId: orderId, signupUserId: buyer, orderId, amount: 100_00 }
    await writeFact(db, firmId, { ...order, kind: 'ordered' })
  })
  // Who carted has stayed: the step between is theirs too.
  expect((await stepsIn(came.owner, came.live.id)).slice(0, 6)).toEqual([
    [120, ''],
    [90, '75.0%'],
    [90, '100.0%'],
    [30, '33.3%'],
    [30, '100.0%'],
    [30, '100.0%'],
  ])

  // Of a hundred and twenty who were there sixty ordered, thirty paid and twenty kept it, beside 500 simulated ones (row 37).
  const sold = await ownShow()
  await times(120, async (n) => {
    const signupUserId = newId()
    const act = { at, liveId: sold.live.id, offsetMs: 1_000, signupUserId }
    await writeFact(db, sold.owner.firmId, { ...act, kind: 'joined', sourceId: newId() })
    if (n >= 60) return
    const orderId = await anOrderRow(db, sold.owner.firmId, sold.live.id, at)
    const order = { ...act, sourceId: orderId, orderId, amount: 100_00 }
    await writeFact(db, sold.owner.firmId, { ...order, kind: 'ordered' })
    if (n < 30) await writeFact(db, sold.owner.firmId, { ...order, kind: 'paid' })
    if (n < 10) await writeFact(db, sold.owner.firmId, { ...order, kind: 'refunded' })
  })
  await times(500, () =>
    writeFact(db, sold.owner.firmId, {
      kind: 'joined',
      sourceId: newId(),
      at,
      liveId: sold.live.id,
      liveUserId: newId(),
      isSimulated: true,
    }),
  )
  const { funnel: shown } = await figuresOf(t, sold.owner, { liveId: sold.live.id, realDataStatus: '0' })
  const persons = shown.map((step) => step.persons)
  expect(persons.slice(2)).toEqual([120, 60, 60, 60, 30, 20])
  expect(shareOf(persons[6] ?? 0, persons[2] ?? 0)).toBe(0.25)
  expect((await stepsIn(sold.owner, sold.live.id)).slice(5)).toEqual([
    [60, '100.0%'],
    [30, '50.0%'],
    [20, '66.7%'],
  ])
})
