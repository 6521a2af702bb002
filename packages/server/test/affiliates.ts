import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { newId } from '../src/platform/ids.ts'
import type { Member, Reply, TestApp } from './test-app.ts'

const day = 86_400_000

export const partnerBody = (given: object = {}) => ({
  name: '小美',
  taxKind: 'resident' as const,
  email: `mei-${newId().slice(-12)}@example.com`,
  payoutEmail: '',
  phone: '',
  memo: '',
  ...given,
})

export const linkBody = (t: TestApp, partnerId: string, given: object = {}) => ({
  partnerId,
  name: '',
  code: `link-${newId().slice(-12)}`,
  rateKind: 'percent' as const,
  basisPoints: 1_000,
  amount: null,
  signupIds: [],
  productIds: [],
  beginAt: new Date(t.clock.ms() - day).toISOString(),
  endAt: null,
  cookieDays: 30,
  ...given,
})

export const aPartner = (t: TestApp, member: Member, given: object = {}) =>
  t.call(partnerRoutes.create, { body: partnerBody(given) }, member.headers)

/** A link of 10 % for everything, clicked for 30 days, unless given otherwise. */
export const aLink = (t: TestApp, member: Member, partnerId: string, given: object = {}) =>
  t.call(associationRoutes.create, { body: linkBody(t, partnerId, given) }, member.headers)

/** A partner with one link. */
export const aPartnerWithLink = async (t: TestApp, member: Member, link: object = {}, partner: object = {}) => {
  const made = await aPartner(t, member, partner)
  return { partner: made, link: await aLink(t, member, made.id, link) }
}

/** What a browser sends along that came by these links, each so many days ago; the last one last. */
export const cameBy = (t: TestApp, ...clicks: readonly (readonly [code: string, daysAgo: number])[]) => ({
  tracking: {
    links: clicks.map(([association, daysAgo]) => {
      const atMs = t.clock.ms() - daysAgo * day
      return { association, firstMs: atMs, lastMs: atMs }
    }),
  },
})

export const setPayoutAccount = (t: TestApp, member: Member, partnerId: string) =>
  t.call(
    partnerRoutes.setPayoutAccount,
    {
      params: { id: partnerId },
      body: { bankCode: '822', account: '0123-4567-8901', holder: '林小美', taxId: 'A123456789' },
    },
    member.headers,
  )

export const commissionsOf = async (t: TestApp, member: Member) =>
  (await t.call(commissionRoutes.list, { query: { limit: 100 } }, member.headers)).items

export const statementsOf = async (t: TestApp, member: Member) =>
  (await t.call(commissionRoutes.statements, { query: { limit: 100 } }, member.headers)).items

/** Amounts of a firm's ledger in the order of their writing, minor units. */
export const ledgerOf = async (t: TestApp, { firmId }: Pick<Member, 'firmId'>): Promise<number[]> => {
  const { rows } = await t.platform.db.raw('select amount from "commissionEntry" where "firmId" = $1 order by id', [
    firmId,
  ])
  return rows.map(({ amount }) => Number(amount))
}

/** A statement that is to be paid out, as a month leaves it; `payable` is minor units. */
export const aPayableStatement = async (
  t: TestApp,
  { firmId }: Pick<Member, 'firmId'>,
  partnerId: string,
  payable: number,
): Promise<void> => {
  await t.platform.db.raw(
    `insert into "partnerStatement"
       (id, "firmId", "partnerId", month, currency, carried, earned, reversed, payable, "carriedOn", "createdAt")
     values ($1, $2, $3, '2026-10', 'TWD', 0, $4, 0, $4, 0, $5)`,
    [newId(), firmId, partnerId, payable, t.clock.now()],
  )
}

/** The clock is moved to a moment of the next month in which everything from before is due, and its job has run. */
export const closeMonth = async (t: TestApp): Promise<void> => {
  const now = new Date(t.clock.ms())
  t.clock.set(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 20)))
  await t.platform.jobs.runTick('commission/statements')
}

/** The session's cookie of an answer to a login, by each path that it is bound to. */
export const cookiesIn = ({ headers }: Reply): ReadonlyMap<string, string> => {
  const given = headers['set-cookie']
  const all = Array.isArray(given) ? given : [String(given ?? '')]
  return new Map(
    all.flatMap((text) => {
      const [, value = '', path = ''] = /^kaimai_partner=([^;]*); Path=([^;]*);/.exec(text) ?? []
      return path === '' ? [] : [[path, value] as const]
    }),
  )
}
