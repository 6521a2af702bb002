import { paths } from '../../lib/paths/paths.ts'

/** Where a login leads: the path asked for before it, if it is one of this origin, else the dashboard. */
export const nextPathOf = (search: string): string => {
  const next = new URLSearchParams(search).get('next') ?? ''
  // `//host` and `/\host` are addresses elsewhere.
  return /^\/(?![/\\])/.test(next) ? next : paths.dashboard()
}
