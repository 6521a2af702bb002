import { firm, open, orderKey, viewer } from '@kaimai/contract/common/access.ts'
import { type ErrorName, errorTable } from '@kaimai/contract/common/error.ts'
import { Nothing } from '@kaimai/contract/common/fields.ts'
import { pageOf } from '@kaimai/contract/common/page.ts'
import { defineRoutes, raw } from '@kaimai/contract/common/route.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestClock } from '../clock/clock.ts'
import { CallError, isCallError } from './call-error.ts'
import { createHttp, type HttpDeps } from './http.ts'

const shared = { summary: 'for tests' }
const Named = z.object({ name: z.string() })
const Asked = z.object({ tags: z.array(z.string()).optional(), q: z.string().optional() })
const main = defineRoutes('console', {
  list: { ...shared, method: 'GET', path: '/thing', access: firm(), answer: pageOf(Named) },
  show: { ...shared, method: 'GET', path: '/thing/:name', access: firm(), params: Named, query: Asked, answer: Named },
  make: { ...shared, method: 'POST', path: '/thing', access: firm(), body: Named, answer: Named },
  pay: { ...shared, method: 'POST', path: '/pay', access: firm(), body: Named, answer: Named, idempotency: 'required' },
  file: { ...shared, method: 'GET', path: '/file', access: firm(), answer: raw('text/csv') },
  enter: { ...shared, method: 'POST', path: '/enter', access: open, answer: Nothing },
})
const room = defineRoutes('room', {
  staff: { ...shared, method: 'GET', path: '/staff', access: firm('room'), answer: Nothing },
  viewer: { ...shared, method: 'GET', path: '/view', access: viewer, answer: Nothing },
})
const purchase = defineRoutes('purchase', {
  order: { ...shared, method: 'GET', path: '/order_info', access: orderKey, answer: Nothing },
  staff: { ...shared, method: 'GET', path: '/odd', access: firm(), answer: Nothing },
})

interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: unknown
  readonly at: number
}

type Reply = { readonly status: number; readonly body: unknown } | 'no answer'
const good: Reply = { status: 200, body: { data: { name: 'a' } } }
const bad = (name: ErrorName, more: object = {}): Reply => ({
  status: errorTable[name].status,
  body: { error: { code: errorTable[name].code, name, message: `told: ${name}`, ...more } },
})

const prepare = (replies: readonly Reply[], deps: Partial<HttpDeps> = {}) => {
  const clock = createTestClock()
  const sent: Sent[] = []
  const errorBody: string[] = []
  let keys = 0
  const report = (what: string) => (error: CallError) => void errorBody.push(`${what} ${error.errorName}`)
  const fake: typeof fetch = async (url, init) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)] ?? good
    const { method = 'GET', headers, body } = init ?? {}
    sent.push({ url: String(url), method, headers: new Headers(headers), body, at: clock.now() })
    if (reply === 'no answer') throw new TypeError('Failed to fetch')
    return Response.json(reply.body, { status: reply.status })
  }
  const call = createHttp({
    fetch: fake,
    clock,
    origin: '',
    language: () => 'zh-TW',
    newKey: () => `key-${++keys}`,
    staff: () => ({ bearer: 'b1', csrf: 'c1', firmId: 'f1', userId: 'u1' }),
    renew: async () => void errorBody.push('renew'),
    onLogout: report('logout'),
    onForbidden: report('forbidden'),
    onNotFound: report('notFound'),
    onNoData: report('noData'),
    ...deps,
  })
  return { call, clock, sent, errorBody }
}

/** Lets all retries and waits pass, then says how the call ended. */
const endOf = async (prepared: ReturnType<typeof prepare>, running: Promise<unknown>) => {
  const end = running.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await prepared.clock.forward(60_000)
  return end
}

test('HTTP-7 Main calls carry bearer, CSRF token, firm, user and language', async () => {
  const { call, sent } = prepare([good])
  await call(main.make, { body: { name: '碗' } })
  const { headers, url, method, body } = sent[0] ?? { headers: new Headers() }
  expect([url, method, body]).toEqual(['/api/thing', 'POST', '{"name":"碗"}'])
  expect(Object.fromEntries(headers)).toEqual({
    accept: 'application/json',
    'accept-language': 'zh-TW',
    authorization: 'Bearer b1',
    'content-type': 'application/json',
    'x-csrf-token': 'c1',
    'x-firm-id': 'f1',
    'x-user-id': 'u1',
  })
})

test('HTTP-8 Staff calls of the room carry the same; viewers, shoppers and the purchase service none of them', async () => {
  const { call, sent } = prepare([{ status: 200, body: { data: {} } }])
  await call(room.staff)
  await call(room.viewer, {}, { viewerKey: 'v1' })
  await call(purchase.order, {}, { orderKey: 'o1' })
  await call(purchase.staff)
  const names = sent.map(({ headers }) => [...headers.keys()].filter((name) => !name.startsWith('accept')))
  expect(names).toEqual([
    ['authorization', 'x-csrf-token', 'x-firm-id', 'x-user-id'],
    ['x-viewer-key'],
    ['x-order-key'],
    [],
  ])
})

test('HTTP-9 Parameters are encoded, lists repeated, what is undefined left out', async () => {
  const prepared = prepare([good])
  const { call, sent } = prepared
  await call(main.show, { params: { name: 'a/b 碗' }, query: { tags: ['x', 'y&z'] } })
  await endOf(prepared, call(main.show, { params: { name: 'a' } }))
  expect(sent.map(({ url }) => url)).toEqual(['/api/thing/a%2Fb%20%E7%A2%97?tags=x&tags=y%26z', '/api/thing/a'])
})

test('HTTP-10 Answers come out of their envelope: data, a page, a file', async () => {
  const page = { status: 200, body: { data: [{ name: 'a' }], page: { total: 7, cursor: 'c' } } }
  expect(await prepare([page]).call(main.list)).toEqual({ items: [{ name: 'a' }], total: 7, cursor: 'c' })
  expect(await prepare([good]).call(main.make, { body: { name: 'a' } })).toEqual({ name: 'a' })
  expect(await prepare([good]).call(main.file)).toBeInstanceOf(Blob)
})

test.each([
  ['code 14', bad('busy')],
  ['HTTP 503 without a body of ours', { status: 503, body: 'upstream' } as const],
  ['no answer at all', 'no answer' as const],
])('HTTP-11 A GET is sent again up to five times, 2 s apart, on %s', async (_case, reply) => {
  const prepared = prepare([reply])
  const end = await endOf(prepared, prepared.call(main.list))
  expect(end).toMatchObject({ error: { errorName: 'busy', code: 14 } })
  expect(prepared.sent.map(({ at }) => at)).toEqual([0, 2000, 4000, 6000, 8000, 10_000])
})

test('HTTP-12 A GET that goes through later answers as if nothing had been', async () => {
  const prepared = prepare([bad('busy'), 'no answer', { status: 200, body: { data: [], page: { total: 0 } } }])
  expect(await endOf(prepared, prepared.call(main.list))).toEqual({ value: { items: [], total: 0, cursor: undefined } })
})

test('HTTP-13 A change without a key is never sent again; one with a key is, with the same key', async () => {
  for (const reply of [bad('busy'), 'no answer'] as const) {
    const plain = prepare([reply])
    expect(await endOf(plain, plain.call(main.make, { body: { name: 'a' } }))).toHaveProperty('error')
    expect(plain.sent).toHaveLength(1)
    const keyed = prepare([reply, good])
    expect(await endOf(keyed, keyed.call(main.pay, { body: { name: 'a' } }))).toEqual({ value: { name: 'a' } })
    expect(keyed.sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1'])
  }
  const own = prepare([good])
  await own.call(main.pay, { body: { name: 'a' } }, { idempotencyKey: 'mine' })
  expect(own.sent[0]?.headers.get('idempotency-key')).toBe('mine')
})

test.each<ErrorName>(['internal', 'invalid', 'forbidden', 'conflict', 'tooManyRequests', 'noData'])(
  'HTTP-14 %s is not sent again',
  async (name) => {
    const prepared = prepare([bad(name)])
    expect(await endOf(prepared, prepared.call(main.list))).toMatchObject({ error: { errorName: name } })
    expect(prepared.sent).toHaveLength(1)
  },
)

test('HTTP-15 Code 16 renews the login once and sends the call once more', async () => {
  let bearer = 'b1'
  const used: (string | undefined)[] = []
  const prepared = prepare([bad('sessionExpired'), good], {
    staff: () => ({ bearer, csrf: 'c', firmId: 'f', userId: 'u' }),
    renew: async (usedBearer) => {
      used.push(usedBearer)
      bearer = 'b2'
    },
  })
  expect(await endOf(prepared, prepared.call(main.make, { body: { name: 'a' } }))).toEqual({ value: { name: 'a' } })
  expect(used).toEqual(['b1'])
  expect(prepared.sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer b1', 'Bearer b2'])
})

test('HTTP-16 A call that is refused with 16 again ends there', async () => {
  const prepared = prepare([bad('sessionExpired')])
  const end = await endOf(prepared, prepared.call(main.list))
  expect(end).toMatchObject({ error: { errorName: 'sessionExpired' } })
  expect(prepared.sent).toHaveLength(2)
  expect(prepared.errorBody).toEqual(['renew'])
})

test('HTTP-17 A renewal refused with code 3 logs out', async () => {
  const prepared = prepare([bad('sessionExpired')], {
    renew: async () => {
      throw new CallError('signedOut', 401, 'told: signedOut')
    },
  })
  const end = await endOf(prepared, prepared.call(main.list))
  expect(end).toMatchObject({ error: { errorName: 'signedOut', handled: true } })
  expect(prepared.errorBody).toEqual(['logout signedOut'])
})

test.each([
  ['12 logs out', main.list, 'sessionReplaced', ['logout sessionReplaced']],
  ['2 tells that permission is missing', main.list, 'forbidden', ['forbidden forbidden']],
  ['5 on a GET leads to the not-found page', main.list, 'notFound', ['notFound notFound']],
  ['13 tells that there is no data', main.list, 'noData', ['noData noData']],
  ['7 is left to the caller', main.list, 'tooManyRequests', []],
] as const)('HTTP-18 Code %s', async (_title, route, name, errorBody) => {
  const prepared = prepare([bad(name)])
  const end = await endOf(prepared, prepared.call(route))
  expect(prepared.errorBody).toEqual(errorBody)
  expect(end).toMatchObject({
    error: { code: errorTable[name].code, message: `told: ${name}`, handled: errorBody.length > 0 },
  })
})

test('HTTP-19 A quiet call shows no message to anybody, but a lost login still logs out', async () => {
  for (const [name, errorBody] of [
    ['forbidden', []],
    ['notFound', []],
    ['noData', []],
    ['sessionReplaced', ['logout sessionReplaced']],
  ] as const) {
    const prepared = prepare([bad(name)])
    await endOf(prepared, prepared.call(main.list, {}, { quiet: true }))
    expect(prepared.errorBody).toEqual(errorBody)
  }
})

test('HTTP-20 Public calls never log anybody out', async () => {
  const prepared = prepare([bad('signedOut')])
  await endOf(prepared, prepared.call(main.enter))
  expect(prepared.errorBody).toEqual([])
})

test('HTTP-21 An error of the server says what is wrong with each field, in the words of the server', async () => {
  const prepared = prepare([bad('invalid', { fields: { name: '請填寫此欄位' } })])
  const end = await endOf(prepared, prepared.call(main.make, { body: { name: '' } }))
  expect(end).toMatchObject({ error: { errorName: 'invalid', fields: { name: '請填寫此欄位' }, handled: false } })
  const error = 'error' in end ? end.error : undefined
  expect([isCallError(error), isCallError(error, 'invalid'), isCallError(error, 'busy')]).toEqual([true, true, false])
})

test('HTTP-22 An unknown code and a page of a proxy read as our own words', async () => {
  for (const reply of [
    { status: 418, body: { error: { code: 99 } } },
    { status: 502, body: '<html>' },
  ]) {
    const prepared = prepare([reply])
    const end = await endOf(prepared, prepared.call(main.list))
    expect(end).toMatchObject({ error: { code: 0, message: errorTable.internal.message['zh-TW'] } })
  }
})

test.each([
  [413, 'tooLarge', errorTable.tooLarge.message['zh-TW']],
  [415, 'invalid', '送出的內容無法讀取'],
  [422, 'invalid', '送出的內容無法讀取'],
  [429, 'tooManyRequests', errorTable.tooManyRequests.message['zh-TW']],
] as const)(
  'HTTP-753 A %i that names no error of ours is one that is final, or not, by its number',
  async (status, name, message) => {
    const prepared = prepare([{ status, body: '<html>' }])
    expect(await endOf(prepared, prepared.call(main.list))).toMatchObject({ error: { errorName: name, message } })
    expect(prepared.sent).toHaveLength(1)
  },
)

test('HTTP-23 A screen that makes eight calls has three in flight; a viewer waits for nobody', async () => {
  const clock = createTestClock()
  let flying = 0
  let max = 0
  const slow: typeof fetch = async () => {
    max = Math.max(max, ++flying)
    await new Promise<void>((resolve) => clock.after(10_000, resolve))
    flying -= 1
    return Response.json({ data: {} })
  }
  const { call } = prepare([good], { fetch: slow, clock })
  const all = Promise.all(Array.from({ length: 8 }, () => call(room.staff)))
  await clock.forward(60_000)
  await all
  expect(max).toBe(3)
  const viewers = Promise.all(Array.from({ length: 8 }, () => call(room.viewer, {}, { viewerKey: 'v' })))
  await clock.forward(0)
  expect(flying).toBe(8)
  await clock.forward(10_000)
  await viewers
})

test('HTTP-24 An aborted call rejects with the reason of its signal', async () => {
  const abort = new AbortController()
  const prepared = prepare(['no answer'])
  const end = endOf(prepared, prepared.call(main.list, {}, { signal: abort.signal }))
  abort.abort(new Error('left the page'))
  expect(await end).toMatchObject({ error: { message: 'left the page' } })
  expect(prepared.sent.length).toBeLessThanOrEqual(1)
})
