import { firm } from '@kaimai/contract/common/access.ts'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import type { Profile } from '@kaimai/contract/auth/auth.schema.ts'
import { expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../clock/clock.ts'
import { CallError } from '../http/call-error.ts'
import { createHttp } from '../http/http.ts'
import { createSession, type Renewal } from './session.ts'
import { type KeyValues, storedAuthKey } from './stored-auth.ts'

const ids = { firmId: '01890000-0000-7000-8000-000000000001', userId: '01890000-0000-7000-8000-000000000002' }
const storedAuth = { token: 't1', ...ids, deviceId: 'device-1', csrf: 'c0' }

const profileWith = (bearer: string, token = ''): Profile => ({
  firmInfo: {
    firmId: ids.firmId,
    name: '禾木陶室',
    imgUrl: '',
    liveHours: '10:00:00',
    liveHoursExpireDate: null,
    bombmyDomainName: '',
    pointSafetyStockNotice: null,
    smsPoint: 0,
    isSurenotify: false,
    isDemo: false,
    colorToneId: '#94500f',
  },
  userInfo: {
    userId: ids.userId,
    userName: '林佳穎',
    userPhone: '',
    userEmail: '',
    role: 'owner',
    oneDeviceStatus: false,
    token,
    authorizationToken: bearer,
  },
  bombmyAuthority: { bombmyLive: 2, bombmySignup: 2, bombmySetting: 2 },
  platformAuthority: { bombmy: 1, bombmyAssociation: 1, bombcourse: 0 },
  deviceId: 'device-1',
})

const storageWith = (items: Readonly<Record<string, string>>): KeyValues & { readonly items: Map<string, string> } => {
  const all = new Map(Object.entries(items))
  return {
    items: all,
    get length() {
      return all.size
    },
    key: (index) => [...all.keys()][index] ?? null,
    getItem: (name) => all.get(name) ?? null,
    setItem: (name, value) => void all.set(name, value),
    removeItem: (name) => void all.delete(name),
  }
}

interface Server {
  /** What each path answers, by the number of the call to it. */
  readonly answer: (path: string, count: number, body: unknown) => Response | Promise<Response>
}

const refused = (code: number, status = 401) => Response.json({ error: { code, message: `code ${code}` } }, { status })
const entered = (profile: Profile, csrf: string) =>
  Response.json({ data: profile }, { headers: { 'x-csrf-token': csrf } })

/** One browser: tabs share storage, lock and news. */
const createBrowser = (
  server: Server,
  items: Readonly<Record<string, string>>,
  clock: TestClock = createTestClock(),
  hasLocks = true,
) => {
  const local = storageWith(items)
  const asked: string[] = []
  const listeners: { tab: number; heard: (renewal: Renewal) => void }[] = []
  let lock: Promise<unknown> = Promise.resolve()
  const openTab = (tab: number) => {
    const reloads: (string | undefined)[] = []
    const fake: typeof fetch = async (url, init) => {
      const path = String(url).split('?')[0] ?? ''
      asked.push(`${tab} ${init?.method ?? 'GET'} ${path}`)
      const count = asked.filter((each) => each.endsWith(path)).length
      return server.answer(path, count, init?.body ? JSON.parse(String(init.body)) : String(url).split('?')[1])
    }
    const call = createHttp({
      fetch: fake,
      clock,
      origin: '',
      language: () => 'zh-TW',
      newKey: () => 'key',
      staff: () => session.staff(),
      renew: (usedBearer) => session.renew(usedBearer),
      onLogout: (error) => session.drop(error.message),
    })
    const session = createSession({
      call,
      clock,
      storages: [local, storageWith({})],
      exclusive: (run) => {
        if (!hasLocks) return run()
        const next = lock.then(run, run)
        lock = next.catch(() => undefined)
        return next
      },
      tabs: {
        notify: (renewal) => {
          for (const listener of listeners) {
            if (listener.tab !== tab) clock.after(5, () => listener.heard(structuredClone(renewal)))
          }
        },
        listen: (heard) => void listeners.push({ tab, heard }),
      },
      newDeviceId: () => 'device-new',
      language: () => 'zh-TW',
      reload: (message) => void reloads.push(message),
    })
    return { session, call, reloads }
  }
  return { local, asked, clock, openTab }
}

const withLogin = {
  [storedAuthKey]: JSON.stringify(storedAuth),
  'console.sidebar': 'open',
  viewerKey: 'v',
  i18nextLng: 'en',
  ramate_device: 'device-1',
}
const stored = (local: KeyValues): unknown => JSON.parse(local.getItem(storedAuthKey) ?? 'null')
const settle = async <T>(clock: TestClock, running: Promise<T>): Promise<T> => {
  const [value] = await Promise.all([running, clock.forward(60_000)])
  return value
}

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

const left = (local: KeyValues & { items: Map<string, string> }) => [...local.items.keys()].toSorted()
const all = Object.keys(withLogin).toSorted()
const notTheConsoles = ['i18nextLng', 'ramate_device', 'viewerKey']

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

/** A server whose first bearer is expired: staff calls want the newest. */
const renewing = () => {
  const state = { bearer: 'b1', renewals: 0 }
  const server: Server = {
    answer: (path) => {
      if (path === '/api/firm_login') return entered(profileWith('b1'), 'c1')
      if (path === '/api/firm_auto_login') {
        state.renewals += 1
        state.bearer = `b${state.renewals + 1}`
        return entered(profileWith(state.bearer, `t${state.renewals + 1}`), `c${state.renewals + 1}`)
      }
      return Response.json({ data: [], page: { total: 0 } })
    },
  }
  return { state, server }
}

const anyRoute = { ...authRoutes.signOut, method: 'GET', path: '/thing', access: firm() } as const

test.each([
  ['with locks over tabs', true],
  ['on a page without locks', false],
])('SESSION-6 Four calls that meet code 16 renew once and all go through, %s', async (_case, hasLocks) => {
  const { state, server } = renewing()
  const browser = createBrowser(server, withLogin, createTestClock(), hasLocks)
  const { session } = browser.openTab(1)
  await settle(browser.clock, session.start('auth'))
  const used = session.staff()?.bearer
  await settle(browser.clock, Promise.all([1, 2, 3, 4].map(() => session.renew(used))))
  expect(state.renewals).toBe(1)
  expect(session.staff()).toMatchObject({ bearer: 'b2', csrf: 'c2' })
  expect(stored(browser.local)).toMatchObject({ token: 't2', csrf: 'c2' })
  await settle(browser.clock, session.renew(used))
  expect(state.renewals).toBe(1)
})

test('SESSION-7 Three tabs that meet code 16 together renew once and share the result', async () => {
  const { state, server } = renewing()
  const browser = createBrowser(server, withLogin)
  const tabs = [browser.openTab(1), browser.openTab(2), browser.openTab(3)]
  for (const { session } of tabs) await settle(browser.clock, session.start('auth'))
  const before = tabs.map(({ session }) => session.staff()?.bearer)
  await settle(browser.clock, Promise.all(tabs.map(({ session }, index) => session.renew(before[index]))))
  expect(state.renewals).toBe(1)
  expect(tabs.map(({ session }) => session.staff())).toEqual(tabs.map(() => ({ bearer: 'b2', csrf: 'c2', ...ids })))
})

test('SESSION-8 Without the news of another tab, the login it has stored is the one that renews', async () => {
  const { server, state } = renewing()
  const bodies: unknown[] = []
  const listening: Server = {
    answer: (path, count, body) => {
      if (path === '/api/firm_auto_login') bodies.push(body)
      return server.answer(path, count, body)
    },
  }
  const browser = createBrowser(listening, withLogin)
  const { session } = browser.openTab(1)
  await settle(browser.clock, session.start('auth'))
  browser.local.setItem(storedAuthKey, JSON.stringify({ ...storedAuth, token: 't9' }))
  await settle(browser.clock, session.renew(session.staff()?.bearer))
  expect(bodies).toEqual([{ token: 't9', ...ids, deviceId: 'device-1' }])
  expect(state.renewals).toBe(1)
})

test('SESSION-9 A renewal refused with code 3 clears the console and reloads once, whoever asked', async () => {
  const browser = createBrowser(
    {
      answer: (path) =>
        path === '/api/firm_login'
          ? entered(profileWith('b1'), 'c1')
          : refused(path === '/api/firm_auto_login' ? 3 : 16),
    },
    withLogin,
  )
  const { session, call, reloads } = browser.openTab(1)
  await settle(browser.clock, session.start('auth'))
  const calls = [1, 2, 3].map(() =>
    call(anyRoute, { query: { firmId: ids.firmId, userId: ids.userId, deviceId: 'd' } }),
  )
  const ends = await settle(browser.clock, Promise.allSettled(calls))
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
  expect(reloads).toEqual(['code 3'])
  expect(left(browser.local)).toEqual(notTheConsoles)
  expect(session.state.get()).toEqual({ status: 'out', failedAuth: true })
})

test('SESSION-10 Code 12 logs out at once, without a renewal', async () => {
  const browser = createBrowser(
    { answer: (path) => (path === '/api/firm_login' ? entered(profileWith('b1'), 'c1') : refused(12)) },
    withLogin,
  )
  const { session, call, reloads } = browser.openTab(1)
  await settle(browser.clock, session.start('auth'))
  const ended = call(anyRoute, { query: { firmId: ids.firmId, userId: ids.userId, deviceId: 'd' } })
  await expect(settle(browser.clock, ended)).rejects.toBeInstanceOf(CallError)
  expect(browser.asked).toEqual(['1 GET /api/firm_login', '1 GET /api/thing'])
  expect(reloads).toEqual(['code 12'])
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
