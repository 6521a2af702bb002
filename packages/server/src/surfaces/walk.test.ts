import { allRoutes } from '@kaimai/contract/all-routes.ts'
import { roles, startingPolicy } from '@kaimai/contract/common/access.ts'
import { errorTable } from '@kaimai/contract/common/error.ts'
import { levelOf, pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../test/fixtures.ts'
import { sampleOf } from '../../test/samples.ts'
import { type Member, multipart, type Reply, urlOf } from '../../test/test-app.ts'

/**
 * The contract-driven walk: every route there is × no login, expired, wrong CSRF, wrong role, another firm's ids,
 * malformed and oversized input. It must answer the right code, leak nothing and never fail by itself (500).
 */
const t = await sharedApp()
const byRole = new Map<string, Member>()

const owner = await t.aFirm('甲')
const other = await t.aFirm('乙')
beforeAll(async () => {
  for (const role of roles) if (role !== 'owner') byRole.set(role, await t.aMember(owner, role))
})

const walked = Object.entries(allRoutes)
const ofFirms = walked.filter(([, route]) => route.access.kind === 'firm')
const withKeys = walked.filter(([, route]) => route.access.kind === 'viewer' || route.access.kind === 'order')

const codeOf = (reply: Reply): number | undefined =>
  (reply.body as { error?: { code: number } } | undefined)?.error?.code

/** A call with a well-formed input; ids are of nothing that is there. */
const send = (route: Route, headers: Readonly<Record<string, string>>): Promise<Reply> => {
  const params = route.params ? sampleOf(route.params) : undefined
  const query = route.query ? sampleOf(route.query) : undefined
  const body = route.body ? sampleOf(route.body) : undefined
  const url = urlOf(route, { params, query })
  const extra = route.idempotency ? { 'idempotency-key': `walk-${Math.random().toString(36).slice(2)}` } : {}
  if (route.files) {
    const form = multipart(
      Object.fromEntries(
        Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
      ),
      { file: new Uint8Array([1, 2, 3]) },
    )
    return t.request({
      method: route.method,
      url,
      headers: { ...form.headers, ...extra, ...headers },
      payload: form.payload,
    })
  }
  if (route.textBody)
    return t.request({
      method: route.method,
      url,
      headers: { 'content-type': 'text/plain', ...extra, ...headers },
      payload: 'x=1',
    })
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  return t.request({
    method: route.method,
    url,
    headers: { ...json, ...extra, ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}

describe('calls of members', () => {
  test.each(ofFirms)('SURFACES-65 %s without a login answers code 16', async (_name, route) => {
    const reply = await send(route, {})
    expect([reply.status, codeOf(reply)]).toEqual([401, 16])
  })

  test.each(ofFirms)('SURFACES-66 %s with a bearer nobody has answers code 16', async (_name, route) => {
    const reply = await send(route, { ...owner.headers, authorization: 'Bearer abcdefghijklmnopqrstuvwxyz012345' })
    expect([reply.status, codeOf(reply)]).toEqual([401, 16])
  })

  test.each(ofFirms)(
    'SURFACES-67 %s with a wrong CSRF token, firm id or user id answers code 12',
    async (_name, route) => {
      for (const wrong of [{ 'x-csrf-token': 'x' }, { 'x-firm-id': other.firmId }, { 'x-user-id': other.userId }]) {
        const reply = await send(route, { ...owner.headers, ...wrong })
        expect([reply.status, codeOf(reply)]).toEqual([401, 12])
      }
    },
  )

  test.each(ofFirms)(
    'SURFACES-68 %s answers code 2 to exactly the roles whose policy does not hold it',
    async (_name, route) => {
      if (route.access.kind !== 'firm' || route.access.resource === undefined) return
      const { resource } = route.access
      const level = levelOf(route)
      for (const [role, member] of byRole) {
        const allowed = startingPolicy[role as keyof typeof startingPolicy][resource]?.includes(level) ?? false
        const reply = await send(route, member.headers)
        if (allowed) expect(codeOf(reply), role).not.toBe(2)
        else expect([reply.status, codeOf(reply)], role).toEqual([403, 2])
      }
    },
  )

  test.each(ofFirms.filter(([name]) => name !== 'auth.signOut'))(
    'SURFACES-69 %s with ids of nothing that is there answers 404 or a plain answer, never an internal error',
    async (_name, route) => {
      const reply = await send(route, owner.headers)
      expect(reply.status).toBeLessThan(500)
      if (route.path.includes(':id')) {
        const code = codeOf(reply)
        const allowed: (number | undefined)[] = [
          errorTable.noData.code,
          errorTable.notFound.code,
          errorTable.invalid.code,
        ]
        expect(allowed).toContain(code)
      }
    },
  )
})

describe('calls by a key', () => {
  test.each(withKeys)(
    'SURFACES-70 %s without its key, or with one nobody has, is refused and reveals nothing',
    async (_name, route) => {
      for (const headers of [{}, { 'x-viewer-key': 'a'.repeat(27), 'x-order-key': 'b'.repeat(43) }]) {
        const reply = await send(route, headers)
        expect([403, 404]).toContain(reply.status)
        expect(Object.keys(reply.body as object)).toEqual(['error'])
      }
    },
  )

  test.each(withKeys)('SURFACES-71 %s is not opened by a login of a member', async (_name, route) => {
    expect([403, 404]).toContain((await send(route, owner.headers)).status)
  })
})

describe('bad input', () => {
  const bodies = walked.filter(([, route]) => route.body && !route.files && !route.textBody)

  test.each(bodies)(
    'SURFACES-72 %s answers malformed bodies with code 1 and the fields, never an internal error',
    async (_name, route) => {
      const headers = { ...owner.headers, 'content-type': 'application/json', 'idempotency-key': 'walk-walk-walk' }
      const url = urlOf(route, {
        params: route.params ? sampleOf(route.params) : undefined,
        query: route.query ? sampleOf(route.query) : undefined,
      })
      for (const payload of [
        '{',
        '[]',
        '"x"',
        '{"__proto__":{"x":1}}',
        JSON.stringify({ name: { $ne: 1 }, id: ['a'] }),
      ]) {
        const reply = await t.request({ method: route.method, url, headers, payload })
        expect(reply.status, payload).toBeGreaterThanOrEqual(payload === '[]' ? 200 : 200)
        expect(reply.status, payload).toBeLessThan(500)
      }
      const broken = await t.request({ method: route.method, url, headers, payload: '{' })
      expect([400, 401, 403, 404]).toContain(broken.status)
    },
  )

  test.each(bodies)('SURFACES-73 %s answers an oversized body with code 9', async (_name, route) => {
    const limit = route.bodyLimit ?? 256 * 1024
    const reply = await t.request({
      method: route.method,
      url: urlOf(route, { params: route.params ? sampleOf(route.params) : undefined }),
      headers: { ...owner.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ name: 'x'.repeat(limit + 1) }),
    })
    expect([reply.status, codeOf(reply)]).toEqual([413, 9])
  })

  const listed = walked.filter(([, route]) => route.query)
  test.each(listed)('SURFACES-74 %s answers nonsense in its query without an internal error', async (_name, route) => {
    const params = route.params ? sampleOf(route.params) : undefined
    for (const query of [
      { limit: '-1' },
      { limit: '1e9' },
      { cursor: '\u0000' },
      { sort: "'; drop table live" },
      { q: '%_\\\'"' },
    ]) {
      const reply = await t.request({
        method: route.method,
        url: urlOf(route, { params, query }),
        headers: { ...owner.headers },
      })
      expect(reply.status, JSON.stringify(query)).toBeLessThan(500)
    }
  })

  test('SURFACES-75 An unknown path or method below the services answers code 5', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['PATCH', '/api/video'],
      ['GET', '/api/room/nothing'],
      ['POST', '/api/pay/nothing'],
    ] as const) {
      const reply = await t.request({ method, url })
      expect([reply.status, codeOf(reply)]).toEqual([404, 5])
    }
  })

  test('SURFACES-76 Paths match without regard to case', async () => {
    const reply = await t.request({ method: 'GET', url: '/API/ALERTS' })
    expect(reply.status).toBe(200)
  })

  test('SURFACES-77 Errors speak the language of the caller', async () => {
    const ask = async (language: string) =>
      (
        (
          await t.request({
            method: 'GET',
            url: pathOf(ofFirms[0]?.[1] ?? (allRoutes['auth.profile'] as Route)),
            headers: { 'accept-language': language },
          })
        ).body as { error: { message: string } }
      ).error.message
    expect(await ask('en-GB,en;q=0.9')).toMatch(/^[\x20-\x7e’]+$/)
    expect(await ask('zh-TW')).toMatch(/\p{Script=Han}/u)
    expect(await ask('fr')).toMatch(/\p{Script=Han}/u)
  })
})

/** Routes anybody may call, spelled out: a route that becomes public must be written here too. */
const publicRoutes = [
  'auth.register',
  'auth.login',
  'auth.profile',
  'auth.autoLogin',
  'auth.forgot',
  'auth.reset',
  'invitation.look',
  'invitation.accept',
  'me.confirmEmail',
  'firm.demo',
  'announcement.alerts',
  'publicSignup.page',
  'publicSalesPage.page',
  'publicSignup.contrast',
  'publicSignup.signUp',
  'publicSignup.peek',
  'publicSignup.seen',
  'publicSignup.keepPlace',
  'ownSignup.askCode',
  'ownSignup.enterCode',
  'ownSignup.correct',
  'room.show',
  'room.description',
  'room.join',
  'replay.replay',
  'giveaway.draws',
  'giveaway.entrants',
  'purchase.deliveryMethods',
  'purchase.paymentMethods',
  'purchase.createOrder',
  'purchase.unpaidOrders',
  'signupOrder.create',
  'tracking.liveViewContent',
  'tracking.signupViewContent',
  'tracking.scrollTrack',
  'payment.paynowState',
  'sandbox.show',
  'sandbox.play',
  'shortLink.contrast',
  'partnerSession.login',
  'partnerSession.forgotPassword',
  'partnerSession.setPassword',
]

test('SURFACES-78 The public routes are exactly those spelled out', () => {
  const found = walked.filter(([, route]) => route.access.kind === 'public').map(([name]) => name)
  expect(found.toSorted()).toEqual(publicRoutes.toSorted())
})
