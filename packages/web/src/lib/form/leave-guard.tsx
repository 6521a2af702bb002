import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useBlocker } from 'react-router'

/** Asks whether to leave changes behind. */
export type AskToLeave = () => Promise<boolean>

const AskContext = createContext<AskToLeave>(async () => true)

/** The app's way of asking (its confirm dialog). */
export const LeaveGuardProvider = ({ ask, children }: { ask: AskToLeave; children: ReactNode }) => (
  <AskContext value={ask}>{children}</AskContext>
)

/**
 * While `active`, leaving the page asks first: inside the console by the app's dialog, else by the browser's own. `part`
 * names a parameter of the address that is a page of its own here (`section`): changing it is leaving too.
 */
export const useLeaveGuard = (active: boolean, part?: string): void => {
  const ask = useContext(AskContext)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!active) return false
    if (currentLocation.pathname !== nextLocation.pathname) return true
    const of = ({ search }: { search: string }) => (part === undefined ? null : new URLSearchParams(search).get(part))
    return of(currentLocation) !== of(nextLocation)
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let stale = false
    void ask().then((agreed) => {
      if (stale) return
      if (agreed) blocker.proceed()
      else blocker.reset()
    })
    return () => {
      stale = true
    }
  }, [blocker, ask])
  useEffect(() => {
    if (!active) return
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [active])
}
