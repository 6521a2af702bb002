import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { SignupOrderBody } from '@kaimai/contract/order/signup-order.routes.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPaidForm, payOrder, takenIn, ticketPrice } from '../../../test/buying.ts'
import { testSet } from '../../../test/database.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aLive } from '../../../test/studio.ts'
import { isUnavailable } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const start = new Date('2026-11-20T12:00:00Z')
const member = await t.aFirm('器日')
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

interface Course {
  readonly liveId: string
  readonly customUrl: string
}
const aCourse = async (capacity: number): Promise<Course> => {
  const live = await aLive(t, member, { minutes: 600 })
  const { customUrl } = await aPaidForm(t, member, [{ liveId: live.id, capacity }])
  return { liveId: live.id, customUrl }
}

/** The id of the order, or the name of what it was refused with. Who finds the server too busy asks again, as browsers do. */
const place = (course: Course, person = aPerson(), device = newId()): Promise<string> => {
  const body = SignupOrderBody.parse({
    ...person,
    customUrl: course.customUrl,
    liveIds: [course.liveId],
    delivery: { type: 'none' },
    invoice: { class: 'member' },
    paymentMethod: 'card',
    expectedTotal: ticketPrice,
  })
  return t.app.services.orders.signups.place(body, { deviceHash: device, network: '', language: 'zh-TW' }).then(
    ({ orderId }) => orderId,
    (error: unknown) => {
      if (isUnavailable(error)) return place(course, person, device)
      return error instanceof KaimaiError ? error.errorName : String(error)
    },
  )
}

/** Places by what the orders say of them, and seats. */
const placesOf = async (liveId: string) => {
  const { rows } = await t.platform.db.raw(
    `select (select count(*)::int from "signupOrder" where $1 = any("liveIds") and state in ('held', 'paid', 'seated')) as kept,
       (select count(*)::int from "signupSeat" where "liveId" = $1) as seats,
       (select count(*)::int from "signupOrder" join "order" on "order".id = "orderId"
        where $1 = any("liveIds") and "paymentState" = 'paid') as paid`,
    [liveId],
  )
  const [row] = rows
  return { kept: Number(row?.['kept']), seats: Number(row?.['seats']), paid: Number(row?.['paid']) }
}

type Step =
  | { readonly kind: 'order' | 'expire' }
  | { readonly kind: 'pay' | 'cancel' | 'again'; readonly which: number }
const which = fc.nat(9)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const) }) },
)

describe('places of a paid form', () => {
  test('ORDER-127 1,000 buyers at once for 50 places: exactly 50', async () => {
    const buyers = testSet() === 'postgres' ? 1_000 : 200
    const course = await aCourse(50)
    const outcomes = await Promise.all(Array.from({ length: buyers }, () => place(course)))
    const refused = outcomes.filter((outcome) => outcome === 'soldOut').length
    expect([...new Set(outcomes.filter((outcome) => outcome.length !== 36))]).toEqual(['soldOut'])
    expect(refused).toBe(buyers - 50)
    expect(outcomes.filter((outcome) => /^[0-9a-f-]{36}$/.test(outcome))).toHaveLength(50)
    expect(await takenIn(t, course.liveId)).toBe(50)
  })

  test('ORDER-128 Orders, payments, ends and second tries at once: places taken are those kept, each person sits once', async () => {
    const { orders } = t.app.services
    const capacity = 4
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 7 }), { maxLength: 5 }), async (rounds) => {
        t.clock.set(start)
        const course = await aCourse(capacity)
        const people = Array.from({ length: 10 }, () => aPerson())
        const placed: string[] = []
        const perform = async (one: Step): Promise<void> => {
          const orderId = 'which' in one ? placed[one.which] : undefined
          if (one.kind === 'order' || one.kind === 'again') {
            const outcome = await place(course, one.kind === 'again' ? people[one.which % 2] : aPerson())
            if (outcome.length === 36) placed.push(outcome)
            else expect(['soldOut', 'conflict']).toContain(outcome)
          } else if (one.kind === 'expire') await orders.expireUnpaidOrders()
          else if (orderId === undefined) return
          else if (one.kind === 'pay') await payOrder(t, member.firmId, orderId)
          else await orders.cancel(member.firmId, orderId, { actorKind: 'system' })
        }
        for (const round of rounds) {
          await Promise.all(round.map(perform))
          await t.platform.jobs.idle()
          const { kept, seats, paid } = await placesOf(course.liveId)
          expect(await takenIn(t, course.liveId)).toBe(kept)
          expect(kept).toBeLessThanOrEqual(capacity)
          expect(seats).toBe(paid)
          t.clock.advance(8 * 60_000)
        }
      }),
      // PGlite's one connection takes one after the other: what happens at once is PostgreSQL's.
      { numRuns: testSet() === 'postgres' ? 12 : 4, endOnFailure: true },
    )
  })
})
