import { accessRoutes, policyRoutes } from '@kaimai/contract/access/access.routes.ts'
import { expect, test } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import type { Member } from '../../../test/test-app.ts'
import { grantMs } from '../../platform/grants.ts'

const t = await sharedApp()
const owner = await t.aFirm()

const grantFor = async (member: Member): Promise<string> =>
  (await t.call(accessRoutes.grant, { body: {} }, member.headers)).grant
const reload = (grant: string, firmId = owner.firmId) => t.call(policyRoutes.reload, { query: { grant, firmId } })
const versionOf = async (): Promise<number> => {
  const { rows } = await t.platform.db.raw('select version::int from "policyVersion"')
  return Number(rows[0]?.['version'])
}
const usedGrants = async (): Promise<number> => {
  const { rows } = await t.platform.db.raw('select count(*)::int as count from "usedGrant"')
  return Number(rows[0]?.['count'])
}
const reloadsOf = async ({ firmId }: Member): Promise<unknown[]> => {
  const { rows } = await t.platform.db.raw(
    `select "memberId", change from audit where action = 'access.reload' and "firmId" = $1 order by id`,
    [firmId],
  )
  return rows
}

test('ACCESS-6 The purchase service counts the policy up by a grant of the console, and every node reads it again', async () => {
  const analyst = await t.aMember(owner, 'analyst')
  const before = await versionOf()
  const can = () =>
    t.app.services.access.can(
      { role: 'analyst', bombmyLive: null, bombmySignup: null, bombmySetting: null },
      'form',
      'write',
    )
  expect(can()).toBe(false)
  await t.platform.db.raw(`insert into policy (role, resource, level) values ('analyst', 'form', 'write')`)
  expect(await reload(await grantFor(owner))).toEqual({ version: before + 1 })
  await expect.poll(can).toBe(true)
  expect(await reloadsOf(owner)).toEqual([{ memberId: owner.userId, change: { version: before + 1 } }])
  expect(await errorNameOf(grantFor(analyst))).toBe('forbidden')
})

test('ACCESS-7 A grant that is made up, altered, of another firm, for something else, or missing is refused and changes nothing', async () => {
  const other = await t.aFirm('別家')
  const grant = await grantFor(owner)
  const [body = '', signature = ''] = grant.split('.')
  const altered = (change: object): string => {
    const read = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), ...change }
    return `${Buffer.from(JSON.stringify(read)).toString('base64url')}.${signature}`
  }
  const forRefund = t.app.services.grants.sign({
    firmId: owner.firmId,
    userId: owner.userId,
    userName: '王小明',
    action: 'refund_payment',
    resource: owner.firmId,
    amount: 0,
  }).grant
  const ofAmount = t.app.services.grants.sign({
    firmId: owner.firmId,
    userId: owner.userId,
    userName: '王小明',
    action: 'update_casbin_policy',
    resource: owner.firmId,
    amount: 100,
  }).grant
  const [version, used] = [await versionOf(), await usedGrants()]
  const attacks: readonly (readonly [string, string])[] = [
    ['', owner.firmId],
    [`${grant.slice(0, -2)}AA`, owner.firmId],
    [body, owner.firmId],
    [altered({ amount: 1 }), owner.firmId],
    [altered({ action: 'refund_payment' }), owner.firmId],
    [altered({ firmId: other.firmId, resource: other.firmId }), other.firmId],
    [altered({ until: Number.MAX_SAFE_INTEGER }), owner.firmId],
    [grant, other.firmId],
    [await grantFor(other), owner.firmId],
    [forRefund, owner.firmId],
    [ofAmount, owner.firmId],
  ]
  for (const [sent, firmId] of attacks) expect(await errorNameOf(reload(sent, firmId)), sent).toBe('forbidden')
  const without = await t.request({ method: 'GET', url: `/api/pay/update_casbin_policy?firmId=${owner.firmId}` })
  expect(without.status).toBe(403)
  // A login is nothing to the purchase service.
  const withLogin = await t.request({ method: 'GET', url: '/api/pay/update_casbin_policy', headers: owner.headers })
  expect(withLogin.status).toBe(403)
  expect([await versionOf(), await usedGrants()]).toEqual([version, used])
  expect(await reloadsOf(other)).toEqual([])
  expect(await reload(grant)).toEqual({ version: version + 1 })
})

test('ACCESS-8 A grant serves once, of twenty calls at once one, and not after its minute', async () => {
  const version = await versionOf()
  const grant = await grantFor(owner)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => errorNameOf(reload(grant))))
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'conflict'), 'none'])
  expect(await versionOf()).toBe(version + 1)
  const late = await grantFor(owner)
  t.clock.advance(grantMs)
  expect(await errorNameOf(reload(late))).toBe('none')
  const later = await grantFor(owner)
  t.clock.advance(grantMs + 1)
  expect(await errorNameOf(reload(later))).toBe('forbidden')
  expect(await versionOf()).toBe(version + 2)
})

test('ACCESS-9 Used grants are kept until their minute is over, then they go, and are refused for their age', async () => {
  const grant = await grantFor(owner)
  await reload(grant)
  await t.platform.jobs.runTick('grants/sweep-used')
  expect(await usedGrants()).toBeGreaterThan(0)
  expect(await errorNameOf(reload(grant))).toBe('conflict')
  t.clock.advance(grantMs + 1)
  await t.platform.jobs.runTick('grants/sweep-used')
  expect(await usedGrants()).toBe(0)
  expect(await errorNameOf(reload(grant))).toBe('forbidden')
})
