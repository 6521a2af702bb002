import type { Profile } from '@kaimai/contract/auth/auth.schema.ts'
import { createTestClock, type TestClock } from '../clock/clock.ts'
import { createHttp } from '../http/http.ts'
import { createSession, type Renewal } from './session.ts'
import { type KeyValues, storedAuthKey } from './stored-auth.ts'

export const ids = { firmId: '01890000-0000-7000-8000-000000000001', userId: '01890000-0000-7000-8000-000000000002' }
export const storedAuth = { token: 't1', ...ids, deviceId: 'device-1', csrf: 'c0' }

export const profileWith = (bearer: string, token = ''): Profile => ({
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
    testMode: false,
    currency: 'TWD',
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

export interface Server {
  /** What each path answers, by the number of the call to it. */
  readonly answer: (path: string, count: number, body: unknown) => Response | Promise<Response>
}

export const refused = (code: number, status = 401) =>
  Response.json({ error: { code, message: `code ${code}` } }, { status })
export const entered = (profile: Profile, csrf: string) =>
  Response.json({ data: profile }, { headers: { 'x-csrf-token': csrf } })

/** One browser: tabs share storage, lock and news. */
export const createBrowser = (
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

export const withLogin = {
  [storedAuthKey]: JSON.stringify(storedAuth),
  'console.sidebar': 'open',
  viewerKey: 'v',
  i18nextLng: 'en',
  ramate_device: 'device-1',
}
export const stored = (local: KeyValues): unknown => JSON.parse(local.getItem(storedAuthKey) ?? 'null')
export const settle = async <T>(clock: TestClock, running: Promise<T>): Promise<T> => {
  const [value] = await Promise.all([running, clock.forward(60_000)])
  return value
}

export const left = (local: KeyValues & { items: Map<string, string> }) => [...local.items.keys()].toSorted()
export const all = Object.keys(withLogin).toSorted()
export const notTheConsoles = ['i18nextLng', 'ramate_device', 'viewerKey']
