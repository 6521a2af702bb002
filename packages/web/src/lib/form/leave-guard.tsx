import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useBlocker } from 'react-router'

/** Asks whether to leave changes behind. */
export type AskToLeave = () => Promise<boolean>

const AskContext = createContext<AskToLeave>(async () => true)

/** The app's way of asking (its confirm dialog). */
export const LeaveGuardProvider = ({ ask, children }: { ask: AskToLeave; children: ReactNode }) => (
  <AskContext value={ask}>{children}</AskContext>
)

/** While `active`, leaving the page asks first: inside the console by the app's dialog, else by the browser's own. */
export const useLeaveGuard = (active: boolean): void => {
  const ask = useContext(AskContext)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
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
