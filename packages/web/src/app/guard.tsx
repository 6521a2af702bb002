import { isUnlocked } from '@kaimai/contract/common/access.ts'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useText } from '../lib/i18n/use-text.tsx'
import { paths, type RouteRow } from '../lib/paths/paths.ts'
import { useSession, useSessionActions } from '../lib/session/use-session.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { startSession } from './start-session.ts'

/** Lets those in who may see a route (spec sections 4 and 6); the others read why not. */
export const Guard = ({ row, children }: { row: RouteRow; children: ReactNode }) => {
  const state = useSession()
  const session = useSessionActions()
  const location = useLocation()
  const isUnasked = row.access === 'auth' && state.status === 'out' && !state.failedAuth
  useEffect(() => {
    if (isUnasked) void startSession(session, 'auth')
  }, [isUnasked, session])

  if (row.access === 'public') return children
  if (state.status === 'in') return isUnlocked(row.type, state.authority) ? children : <Refused />
  if (state.status === 'out' && state.failedAuth) {
    const here = location.pathname + location.search
    return (
      <>
        <Refused />
        <Navigate to={paths.login({ next: here === paths.dashboard() ? undefined : here })} replace />
      </>
    )
  }
  return <Refused />
}

const Refused = () => {
  const t = useText('app')
  return (
    <div role="alert">
      <EmptyState
        art="people"
        title={t('guard.refused')}
        action={
          <>
            <Button onClick={() => location.reload()}>{t('guard.refresh')}</Button>
            <Button to={paths.login()}>{t('nav.login')}</Button>
          </>
        }
      />
    </div>
  )
}
