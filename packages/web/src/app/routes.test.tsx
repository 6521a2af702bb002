import type { BombmyAuthority } from '@kaimai/contract/common/access.ts'
import { consoleWords } from '@kaimai/contract/common/page-address.rules.ts'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createPlainTranslator } from '../lib/i18n/translator.ts'
import { TextProvider } from '../lib/i18n/use-text.tsx'
import { type RouteName, routeNames, routeRow } from '../lib/paths/paths.ts'
import type { Session, SessionState } from '../lib/session/session.ts'
import { SessionProvider } from '../lib/session/use-session.tsx'
import { Guard } from './guard.tsx'
import { plannedScreens } from './planned-screens.ts'
import { routeAt } from './route-at.ts'
import { screenOf, screensByRoute } from './screen-files.ts'
import en from './text/en.json' with { type: 'json' }
import zh from './text/zh-TW.json' with { type: 'json' }

test('APP-27 Paths match without regard to case, the most literal pattern first; others are unknown', () => {
  const found = [
    '/MANAGE-LIVE',
    '/manage-PRODUCT',
    '/dashboard/',
    '/manage-msgroup/create',
    '/stream/abc/expired',
    '/f/Year-End',
  ]
  expect(found.map(routeAt)).toEqual([
    'manageLive',
    'manageProduct',
    'dashboard',
    'msgroupCreate',
    'streamExpired',
    'customUrl',
  ])
  expect(['/nowhere', '/a/b/c/d', '/manage-live/x/y'].map(routeAt)).toEqual([undefined, undefined, undefined])
})

test('APP-28 Every route has a screen, or says what will be there', () => {
  const screens = screensByRoute()
  const ofConsole = routeNames.filter((name) => name !== 'root' && routeRow(name).shell !== 'audience')
  const without = ofConsole.filter((name) => !screenOf(screens, name))
  expect(without).toEqual([])
})

test('APP-620 A screen that is built is not announced any more', () => {
  expect(Object.keys(plannedScreens).filter((name) => screensByRoute().has(name as RouteName))).toEqual([])
})

test('APP-29 What will be there is said in both languages', () => {
  for (const [name, prefix] of Object.entries(plannedScreens)) {
    for (const texts of [zh, en]) {
      const later: Readonly<Record<string, unknown>> = texts.later
      expect([name, later[prefix]]).toEqual([
        name,
        {
          title: expect.any(String),
          lead: expect.any(String),
          one: expect.any(String),
          two: expect.any(String),
          three: expect.any(String),
        },
      ])
    }
  }
})

const stateWith = (authority: BombmyAuthority): SessionState => ({
  status: 'in',
  firmInfo: {
    firmId: 'f',
    name: '禾木陶室',
    imgUrl: '',
    liveHours: '10:00:00',
    liveHoursExpireDate: null,
    bombmyDomainName: '',
    pointSafetyStockNotice: null,
    smsPoint: 0,
    isSurenotify: false,
    isDemo: false,
    testMode: false,
    currency: 'TWD',
    colorToneId: '#94500f',
  },
  userInfo: { userId: 'u', userName: '', userPhone: '', userEmail: '', role: 'owner', oneDeviceStatus: false },
  authority,
  platformAuthority: { bombmy: 1, bombmyAssociation: 1, bombcourse: 0 },
})

const sessionIn = (state: SessionState): Session => ({
  state: { get: () => state, subscribe: () => () => undefined },
  start: async () => ({ kind: 'stay' }),
  login: async () => undefined,
  register: async () => undefined,
  accept: async () => undefined,
  refresh: async () => undefined,
  renew: async () => undefined,
  staff: () => undefined,
  logout: async () => undefined,
  drop: () => undefined,
})

const seen = (name: RouteName, state: SessionState, language: 'zh-TW' | 'en' = 'zh-TW') =>
  renderToString(
    <TextProvider translator={createPlainTranslator(language, { app: language === 'en' ? en : zh })}>
      <SessionProvider session={sessionIn(state)}>
        <MemoryRouter initialEntries={['/here']}>
          <Guard row={routeRow(name)}>the screen</Guard>
        </MemoryRouter>
      </SessionProvider>
    </TextProvider>,
  )

const refusal = '請重新整理頁面或重新登入'

test('APP-30 Without a login a screen says to refresh or log in again', () => {
  const out = seen('manageLive', { status: 'out', failedAuth: false })
  expect(out).toContain(refusal)
  expect(out).not.toContain('the screen')
  expect(seen('manageLive', { status: 'out', failedAuth: false }, 'en')).toContain('Refresh the page or log in again')
  expect(seen('login', { status: 'out', failedAuth: true })).toBe('the screen')
})

test('APP-31 A permission of 0 shows the same; the dashboard and orders are open to every member', () => {
  const state = stateWith({ bombmyLive: 0, bombmySignup: 1, bombmySetting: 0 })
  const open = routeNames.filter((name) => routeRow(name).access === 'auth' && seen(name, state) === 'the screen')
  expect(open.toSorted()).toEqual(
    [
      'dashboard',
      'manageForm',
      'manageFormNew',
      'manageFormEdit',
      'manageFormUsers',
      'manageSmsEmail',
      'smsEmailCreate',
      'sendings',
      'automaticLetters',
      'optOuts',
      'liveCustomers',
      'manageMailTemplate',
      'mailTemplateCreate',
      'mailTemplateEdit',
      'manageOrders',
      'manageStatement',
      'manageSettlement',
      'cashFlow',
      'myAccount',
    ].toSorted(),
  )
  expect(seen('brandSetting', state)).toContain(refusal)
})

test('APP-53 The server knows each address of the console by its first word, and takes no other for one', () => {
  const firstWord = (name: RouteName) => routeRow(name).path.split('/')[1]?.toLowerCase() ?? ''
  const ofConsole = routeNames.filter((name) => routeRow(name).shell !== 'audience')
  expect([...new Set(ofConsole.map(firstWord))].toSorted()).toEqual(consoleWords.toSorted())
})
