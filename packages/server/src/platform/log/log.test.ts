import { array, assert, constantFrom, property, record, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { makeLog } from './log.ts'
import { safeUrl } from './safe-url.ts'
import { scrub } from './scrub.ts'

const capture = () => {
  const lines: string[] = []
  const log = makeLog({ level: 'trace', destination: { write: (line: string) => void lines.push(line) } })
  return { log, lines, last: (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}') }
}

const key = 'aZ3kP0qWx7LmN2vB8tYcR1'

test('LOG-1 A field that holds a secret or a person is hidden at any depth, in any spelling, of any type', () => {
  const { log, lines, last } = capture()
  const secrets = {
    authorization: 'Bearer abcdef123456',
    Authorization: 'x1secret',
    'set-cookie': ['a=x2secret', 'b=x3secret'],
    set_cookie: 'x4secret',
    cookies: { session: 'x5secret' },
    token: 'x6"sec\\ret',
    authorizationToken: 'x7secret',
    'x-csrf-token': 'x8secret',
    viewerKey: 'x9secret',
    orderKey: 'x10secret',
    password: 123456789,
    phone: '0223456789',
    userPhone: null,
    email: 'not-even-an-address',
    realName: '王小明',
    cardNumber: '4111111111111111',
  }
  log.info({ ...secrets, kept: 1, deep: { deeper: [{ ...secrets, kept: 2 }] } }, 'here')
  log.child({ ...secrets, kept: 3 }).info('child')
  for (const line of lines) {
    for (const word of ['secret', 'sec\\\\ret', 'abcdef', '123456789', '0223456789', 'not-even', '王小明', '4111'])
      expect(line).not.toContain(word)
    expect(line).toContain('"kept"')
  }
  expect(last()).toMatchObject({ kept: 3, msg: 'child', token: '[hidden]' })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ kept: 1, deep: { deeper: [{ kept: 2, email: '[hidden]' }] } })
})

test('LOG-2 Persons and tokens inside texts are hidden', () => {
  const { log, last } = capture()
  const said = (text: string) => {
    log.warn({ text }, text)
    return [last()['text'], last()['msg']]
  }
  const h = '[hidden]'
  const cases: [string, string][] = [
    ['duplicate (email)=(wang.xiao+ming@mail.example.com.tw) found', `duplicate (email)=(${h}) found`],
    ['call 0912345678 or 0912-345-678, +886912345678, 886-912-345-678', `call ${h} or ${h}, ${h}, ${h}`],
    ['sent Authorization: Bearer abc.DEF-123_456', `sent Authorization: Bearer ${h}`],
    ['body {"token":"abc","n":1}', `body {"token":"${h}","n":1}`],
    [`GET /stream/live1/${key}/replay failed`, 'GET /stream/live1/…/replay failed'],
    ['see https://user:pass@host.tw/auth/reset/abc?x=1', 'see https://host.tw/auth/reset/…?x=…'],
    ['redis://:pass@10.0.0.1:6379 is away', 'redis://10.0.0.1:6379 is away'],
    ['call ?viewerKey=abc&limit=5', `call ?viewerKey=${h}&limit=5`],
    [
      'order 1 took 1234567890123 ns at 2026-01-02T03:04:05.678Z',
      'order 1 took 1234567890123 ns at 2026-01-02T03:04:05.678Z',
    ],
    ['id 0190a6c2-7b1e-7cc3-98c4-dc0c0c07398f', 'id 0190a6c2-7b1e-7cc3-98c4-dc0c0c07398f'],
  ]
  for (const [text, expected] of cases) expect(said(text)).toEqual([expected, expected])
})

test('LOG-3 An error is logged with its causes and its stack, without the row it is about', () => {
  const { log, lines, last } = capture()
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (name)=(王小明) already exists.',
    parameters: ['王小明'],
  })
  log.error({ err: new Error('could not sign up a@b.tw', { cause }) }, 'failed')
  expect(last()['err']).toMatchObject({
    type: 'Error',
    message: 'could not sign up [hidden]',
    cause: { message: 'duplicate key', code: '23505' },
  })
  expect(lines[0]).toContain('log.test.ts')
  expect(lines[0]).not.toContain('王小明')
})

test('LOG-4 A request is logged as method and safe URL, without headers and addresses', () => {
  const { log, last } = capture()
  const req = {
    id: 'req-1',
    method: 'GET',
    url: `/api/room/live/comment?userId=${key}&limit=5`,
    headers: { cookie: 'x' },
    socket: { remoteAddress: '203.0.113.9' },
  }
  log.info({ req, res: { statusCode: 200, headers: { 'set-cookie': 'x' } }, url: `/stream/a/${key}` }, 'done')
  expect(last()).toMatchObject({
    req: { id: 'req-1', method: 'GET', url: '/api/room/live/comment?userId=…&limit=5' },
    res: { status: 200 },
    url: '/stream/a/…',
  })
  expect(JSON.stringify(last())).not.toMatch(/cookie|203\.0/)
})

test('LOG-5 Keys in paths and query values that may be keys or persons are cut from URLs', () => {
  const cases: [string, string][] = [
    ['/stream/abc/KEY', '/stream/abc/…'],
    ['/stream/abc/KEY/replay', '/stream/abc/…/replay'],
    ['/Stream/abc/KEY', '/Stream/abc/…'],
    ['/%73tream/abc/KEY', '/%73tream/abc/…'],
    ['/stream/abc', '/stream/abc'],
    ['/stream/abc/anonymous', '/stream/abc/anonymous'],
    ['/stream/abc/expired', '/stream/abc/expired'],
    ['/auth/reset/KEY', '/auth/reset/…'],
    ['/auth/login', '/auth/login'],
    ['/order/KEY', '/order/…'],
    [`/api/pay/anything/${key}`, '/api/pay/anything/…'],
    [`/media/0123456789abcdef0123456789abcdef/0.ts`, '/media/…/0.ts'],
    ['/api/video/0190a6c2-7b1e-7cc3-98c4-dc0c0c07398f', '/api/video/0190a6c2-7b1e-7cc3-98c4-dc0c0c07398f'],
    ['/sign-up/winter-sale-2026-taipei-big-event', '/sign-up/winter-sale-2026-taipei-big-event'],
    ['/api/video?limit=5&cursor=abc&sort=name&q=王', '/api/video?limit=5&cursor=abc&sort=name&q=…'],
    [
      '/x?key=1&token=2&viewerKey=3&userId=4&email=5&liveId=6',
      '/x?key=…&token=…&viewerKey=…&userId=…&email=…&liveId=6',
    ],
    ['/x?to%6ben=1&%zz=1&flag&empty=', '/x?to%6ben=…&%zz=…&flag&empty='],
    [`/x?cursor=${key}&cursor=Ab`, '/x?cursor=…&cursor=Ab'],
    ['https://u:p@shop.tw/stream/a/KEY?limit=1#KEY', 'https://shop.tw/stream/a/…?limit=1'],
    ['https://shop.tw', 'https://shop.tw'],
    ['?limit=1', '?limit=1'],
    ['', ''],
  ]
  for (const [url, safe] of cases) expect([url, safeUrl(url)]).toEqual([url, safe])
})

test('LOG-7 Whatever the URL, a key at its known places does not come through', () => {
  const word = string({ unit: 'grapheme-ascii', maxLength: 8 }).map((text) => text.replace(/[/?#]/g, ''))
  assert(
    property(word, constantFrom('', '/replay', '/'), array(tuple(word, word)), (id, after, query) => {
      const pairs = [...query, ['userId', 'theKey9'], ['token', 'theKey9']].map(([name, value]) => `${name}=${value}`)
      const safe = safeUrl(`/stream/${id}/theKey9${after}?${pairs.join('&')}#theKey9`)
      expect(safe).not.toContain('theKey9')
    }),
  )
})

test('LOG-6 A hidden line is still JSON with the same fields', () => {
  const value = constantFrom<unknown>('a@b.tw', '0912345678', 886912345678, 'x"y\\', null, 1.5, ['a', 1], {
    token: 'a',
    phone: 5,
    list: [{ cookie: true }],
  })
  const name = constantFrom('token', 'phone', 'note', 'cookies', 'email', 'n')
  assert(
    property(array(tuple(name, value)), record({ msg: string(), url: value }), (fields, more) => {
      const line = JSON.stringify({ ...Object.fromEntries(fields), ...more })
      const parsed: unknown = JSON.parse(scrub(line))
      expect(Object.keys(parsed ?? {})).toEqual(Object.keys(JSON.parse(line)))
    }),
    { numRuns: 500 },
  )
})
