import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { useCallback, useEffect, useState } from 'react'
import { useLatest } from '../../../lib/audience/use-latest.ts'
import { useNow } from '../../../lib/audience/use-now.ts'
import { useIsOnline } from '../../../lib/audience/use-viewer.ts'
import { turnMs } from './session-state.ts'
import { readPage } from './sign-up-call.ts'

/** All pages of a form are old at the same second: each asks at one of its own. */
const spreadOverMs = { from: 2_000, to: 12_000 }
const ownWait = () => spreadOverMs.from + Math.random() * (spreadOverMs.to - spreadOverMs.from)

/**
 * The page as the server sent it, asked anew when it no longer offers what it should; `onTurn` gets both, the old one
 * last.
 */
export const useFreshPage = (
  initial: PublicSignup,
  mayTurn: boolean,
  onTurn: (fresh: PublicSignup, before: PublicSignup) => void,
) => {
  const [page, setPage] = useState(initial)
  const [waitMs, setWait] = useState(ownWait)
  const nowMs = useNow(page.now)
  const isOnline = useIsOnline()
  const { customUrl } = page
  const latest = useLatest({ page, onTurn })

  const take = useCallback((fresh: PublicSignup): PublicSignup => {
    setPage(fresh)
    setWait(ownWait())
    return fresh
  }, [])

  // While the page is hidden its time stands still, so it asks when somebody looks at it again.
  const isOld = nowMs >= turnMs(page.sessions, Date.parse(page.now)) + waitMs
  useEffect(() => {
    if (!isOld || !isOnline || !mayTurn) return
    let isLeft = false
    readPage(customUrl).then(
      (fresh) => {
        if (isLeft) return
        const { page: before, onTurn: report } = latest.current
        take(fresh)
        report(fresh, before)
      },
      // Without a line it is asked again once there is one.
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [isOld, isOnline, mayTurn, customUrl, latest, take])

  /** Undefined when there is no line. */
  const refresh = (): Promise<PublicSignup | undefined> => readPage(customUrl).then(take, () => undefined)

  return { page, nowMs, refresh }
}
