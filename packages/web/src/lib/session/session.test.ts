import { expect, test } from 'vitest'
import { storedAuthKey } from './stored-auth.ts'
import {
  all,
  createBrowser,
  entered,
  ids,
  left,
  notTheConsoles,
  profileWith,
  refused,
  settle,
  stored,
  storedAuth,
  withLogin,
} from './test-session.ts'

test('SESSION-1 With a stored login the profile is fetched by it and the member is in', async () => {
  let query: unknown
  const browser = createBrowser(
    {
      answer: (_path, _count, asked) => {
        query = asked
        return entered(profileWith('b1'), 'c1')
      },
    },
    withLogin,
  )
  const { session } = browser.openTab(1)
  expect(session.state.get()).toEqual({ status: 'starting' })
  expect(await settle(browser.clock, session.start('auth'))).toEqual({ kind: 'in' })
  expect(browser.asked).toEqual(['1 GET /api/firm_login'])
  // The token is in a header: addresses end up in logs.
  expect(query).toBe(`firmId=${ids.firmId}&userId=${ids.userId}&deviceId=device-1`)
  expect(session.state.get()).toMatchObject({
    status: 'in',
    firmInfo: { name: '禾木陶室' },
    authority: { bombmyLive: 2 },
  })
  expect(session.staff()).toEqual({ bearer: 'b1', csrf: 'c1', ...ids })
})

test('SESSION-2 The stored item holds token, firm, user, device and CSRF token, never the bearer', async () => {
  const browser = createBrowser({ answer: () => entered(profileWith('secret-bearer', 't2'), 'c1') }, withLogin)
  const { session } = browser.openTab(1)
  await settle(browser.clock, session.start('auth'))
  expect(stored(browser.local)).toEqual({ ...storedAuth, token: 't2', csrf: 'c1' })
  expect(JSON.stringify([...browser.local.items])).not.toContain('secret-bearer')
  expect(JSON.stringify(session.state.get())).not.toMatch(/secret-bearer|"t2"/)
})

test.each([
  ['a login, needed, good', withLogin, 'auth', 'good', { kind: 'in' }, all],
  ['a login, needed, refused', withLogin, 'auth', 'refused', { kind: 'toLogin', message: 'code 3' }, notTheConsoles],
  ['a login, not needed, good', withLogin, 'public', 'good', { kind: 'in' }, all],
  ['a login, not needed, refused', withLogin, 'public', 'refused', { kind: 'stay' }, all],
  ['none, needed', { viewerKey: 'v', 'console.a': '1' }, 'auth', 'good', { kind: 'toLogin' }, ['viewerKey']],
  [
    'none, not needed',
    { viewerKey: 'v', 'console.a': '1' },
    'public',
    'good',
    { kind: 'stay' },
    ['console.a', 'viewerKey'],
  ],
  ['an unreadable one', { [storedAuthKey]: '{', viewerKey: 'v' }, 'auth', 'good', { kind: 'toLogin' }, ['viewerKey']],
] as const)('SESSION-3 Start with %s', async (_case, items, access, server, outcome, kept) => {
  const answer = () => (server === 'good' ? entered(profileWith('b1'), 'c1') : refused(3))
  const browser = createBrowser({ answer }, { ...items })
  const { session } = browser.openTab(1)
  expect(await settle(browser.clock, session.start(access))).toEqual(outcome)
  expect(left(browser.local)).toEqual(kept)
  const state = session.state.get()
  expect(state).toMatchObject(
    outcome.kind === 'in' ? { status: 'in' } : { status: 'out', failedAuth: outcome.kind === 'toLogin' },
  )
  expect(session.staff() !== undefined).toBe(outcome.kind === 'in')
})

test('SESSION-4 A login sends the device it has or makes one, and takes over what it answers', async () => {
  const bodies: unknown[] = []
  const answer = (_path: string, _count: number, body: unknown) => {
    bodies.push(body)
    return entered(profileWith('b1', 't1'), 'c1')
  }
  const fresh = createBrowser({ answer }, {})
  await settle(fresh.clock, fresh.openTab(1).session.login({ account: 'demo', password: 'kaimai-demo' }))
  const known = createBrowser({ answer }, withLogin)
  const { session } = known.openTab(1)
  await settle(known.clock, session.login({ account: 'demo', password: 'kaimai-demo' }))
  expect(bodies).toEqual([
    { account: 'demo', password: 'kaimai-demo', deviceId: 'device-new' },
    { account: 'demo', password: 'kaimai-demo', deviceId: 'device-1' },
  ])
  expect(session.state.get()).toMatchObject({ status: 'in' })
})

test('SESSION-5 A wrong password changes nothing', async () => {
  const browser = createBrowser({ answer: () => refused(4) }, {})
  const { session } = browser.openTab(1)
  await settle(browser.clock, session.start('public'))
  const login = session.login({ account: 'demo', password: 'x' })
  await expect(settle(browser.clock, login)).rejects.toThrow('code 4')
  expect(session.state.get()).toEqual({ status: 'out', failedAuth: false })
  expect(left(browser.local)).toEqual([])
})

test('SESSION-11 A logout calls the server, clears the keys of the console only, and reloads', async () => {
  const browser = createBrowser(
    { answer: (path) => (path === '/api/firm_login' ? entered(profileWith('b1'), 'c1') : Response.json({ data: {} })) },
    withLogin,
  )
  const { session, reloads } = browser.openTab(1)
  await settle(browser.clock, session.start('auth'))
  await settle(browser.clock, session.logout())
  expect(browser.asked.at(-1)).toBe('1 DELETE /api/firm_sign_out')
  expect(left(browser.local)).toEqual(notTheConsoles)
  expect(reloads).toEqual([undefined])
})

test('SESSION-12 A browser that has logged out logs in again as the device it was.', async () => {
  const devices: unknown[] = []
  const answer = (path: string, _count: number, sent: unknown) => {
    if (typeof sent === 'object' && sent !== null) devices.push(Reflect.get(sent, 'deviceId'))
    return path === '/api/firm_login' ? entered(profileWith('b1'), 'c1') : Response.json({ data: {} })
  }
  const browser = createBrowser({ answer }, {})
  const before = browser.openTab(1).session
  await settle(browser.clock, before.login({ account: 'lin', password: 'x' }))
  await settle(browser.clock, before.logout())
  await settle(browser.clock, browser.openTab(2).session.login({ account: 'lin', password: 'x' }))
  expect(devices).toHaveLength(2)
  expect(devices[1]).toBe(profileWith('b1').deviceId)
})

test('SESSION-13 A server that does not answer delays a logout by three seconds at most', async () => {
  const browser = createBrowser(
    {
      answer: (path) => (path === '/api/firm_login' ? entered(profileWith('b1'), 'c1') : new Promise(() => undefined)),
    },
    withLogin,
  )
  const { session, reloads } = browser.openTab(1)
  await settle(browser.clock, session.start('auth'))
  const leaving = session.logout()
  await browser.clock.forward(2999)
  expect(reloads).toEqual([])
  await browser.clock.forward(1)
  await leaving
  expect(reloads).toEqual([undefined])
})

test('SESSION-14 News of another member in another tab is not taken over', async () => {
  let member = profileWith('b1')
  const browser = createBrowser({ answer: () => entered(member, 'c1') }, withLogin)
  const [one, two] = [browser.openTab(1), browser.openTab(2)]
  await settle(browser.clock, one.session.start('auth'))
  member = { ...member, userInfo: { ...profileWith('b-other', 't-other').userInfo, userId: 'someone-else' } }
  await settle(browser.clock, two.session.login({ account: 'other', password: 'y' }))
  expect(one.session.staff()).toMatchObject({ bearer: 'b1', userId: ids.userId })
  expect(two.session.staff()).toMatchObject({ bearer: 'b-other', userId: 'someone-else' })
})
