import type { z } from 'zod'
import type { PublicSession } from './public-signup.routes.ts'
import type { PageType } from './signup-parts.ts'

/**
 * Whether anybody may watch a session from its form before signing up: while it runs, where the form allows it, and never
 * where a place costs money or none is left. `isFilm`: its picture is a recording of ours.
 */
export const mayPeek = (
  form: { readonly pageType: z.output<typeof PageType>; readonly peek: boolean },
  session: { readonly state: z.output<typeof PublicSession>['state']; readonly isFilm: boolean },
): boolean => form.peek && form.pageType === 'free' && session.isFilm && session.state === 'live'
