import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { customPageTypes, paths, type RouteName } from '../lib/paths/paths.ts'

/** The path that this document was loaded for. */
const loadedFor = location.pathname

/**
 * Audience pages are documents of their own, rendered by the server: a link to one from the console loads it. Where
 * the server answered one of their paths with the console, it has no such page.
 */
export const AudienceDocument = ({ name, later }: { name: RouteName; later: ReactNode }) => {
  const { pathname } = useLocation()
  const { pageType = '' } = useParams()
  const isKnown = name !== 'customUrl' || customPageTypes.some((type) => type === pageType.toLowerCase())
  const isOther = isKnown && pathname !== loadedFor
  useEffect(() => {
    if (isOther) location.assign(location.href)
  }, [isOther])
  if (!isKnown) return <Navigate to={paths.clientNotFound()} replace />
  return isOther ? null : later
}
