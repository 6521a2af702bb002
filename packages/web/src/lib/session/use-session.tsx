import { isUnlocked, type PermissionType } from '@kaimai/contract/common/access.ts'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session.ts'

const SessionContext = createContext<Session | undefined>(undefined)

export const SessionProvider = ({ session, children }: { session: Session; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
)

/** The session's actions: login, logout, refresh. */
export const useSessionActions = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('SessionProvider is missing')
  return session
}

export const useSession = (): SessionState => {
  const { state } = useSessionActions()
  return useSyncExternalStore(state.subscribe, state.get, state.get)
}

/** The session of a logged-in member. Throws elsewhere: screens behind the guard only. */
export const useLoggedIn = (): Extract<SessionState, { status: 'in' }> => {
  const state = useSession()
  if (state.status !== 'in') throw new Error('nobody is logged in')
  return state
}

export const useFirm = () => useLoggedIn().firmInfo

const authorityName = { stream: 'bombmyLive', form: 'bombmySignup', setting: 'bombmySetting' } as const

/** Whether the member may open, or (`write`) change, what stands behind a permission type. */
export const useMay = (type: PermissionType, write = false): boolean => {
  const state = useSession()
  if (state.status !== 'in') return false
  if (!isUnlocked(type, state.authority)) return false
  if (!write || !(type === 'stream' || type === 'form' || type === 'setting')) return true
  return state.authority[authorityName[type]] === 2
}
