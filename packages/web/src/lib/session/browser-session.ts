import type { Language } from '@kaimai/contract/common/language.ts'
import { browserClock } from '../clock/clock.ts'
import { call } from '../http/http.ts'
import { newId } from '../ids/new-id.ts'
import { createSession, type Renewal, type Session } from './session.ts'
import { consoleKeyPrefix, parseStoredAuth, storedAuthKey } from './stored-auth.ts'

const lockName = 'ramate_renewal'
const farewellKey = `${consoleKeyPrefix}farewell`

/** Why the login ended, said once after the reload that it caused. */
export const takeFarewell = (): string | undefined => {
  const message = sessionStorage.getItem(farewellKey) ?? undefined
  sessionStorage.removeItem(farewellKey)
  return message
}

const isRenewal = (value: unknown): value is Renewal =>
  typeof value === 'object' &&
  value !== null &&
  'auth' in value &&
  'bearer' in value &&
  typeof value.bearer === 'string'

/** The session on the browser's own storage, locks and tabs. */
export const createBrowserSession = (language: () => Language): Session => {
  const channel = new BroadcastChannel(lockName)
  let leaving = false
  const reload = (message?: string) => {
    leaving = true
    if (message !== undefined) sessionStorage.setItem(farewellKey, message)
    location.reload()
  }
  const session = createSession({
    call,
    clock: browserClock,
    storages: [localStorage, sessionStorage],
    // Locks exist only in secure contexts; without them the server's 60 s of grace for a just-replaced token must do.
    exclusive: async (run) => ('locks' in navigator ? navigator.locks.request(lockName, run) : run()),
    tabs: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      notify: (renewal) => channel.postMessage(renewal),
      listen: (heard) =>
        channel.addEventListener('message', (event: MessageEvent<unknown>) => {
          if (isRenewal(event.data)) heard(event.data)
        }),
    },
    newDeviceId: () => newId(),
    language,
    reload,
  })
  addEventListener('storage', (event) => {
    if (event.key !== storedAuthKey || leaving) return
    const other = parseStoredAuth(event.newValue)
    const state = session.state.get()
    if (state.status === 'in' && !other) session.drop()
    if (state.status === 'in' && other) {
      if (other.userId !== state.userInfo.userId || other.firmId !== state.firmInfo.firmId) reload()
    }
    if (state.status === 'out' && other) reload()
  })
  return session
}
