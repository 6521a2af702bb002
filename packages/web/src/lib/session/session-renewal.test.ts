import { firm } from '@kaimai/contract/common/access.ts'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { expect, test } from 'vitest'
import { createTestClock } from '../clock/clock.ts'
import { CallError } from '../http/call-error.ts'
import { storedAuthKey } from './stored-auth.ts'
import {
  type Server,
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
