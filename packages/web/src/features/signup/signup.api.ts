import type { Answer, Sent } from '@kaimai/contract/common/route.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import type { ListWish } from '../../lib/list/use-list.ts'

/** Where all that is known of sign-up forms stands in the query cache. */
export const signupKey = ['signup'] as const

export type SignupSent = Exclude<Sent<typeof signupRoutes.create>['body'], FormData>
export type LiveToOffer = Answer<typeof signupRoutes.availableLives>['lives'][number]

export const listSignups = (query: ListWish<Record<never, never>>, signal: AbortSignal) =>
  call(signupRoutes.list, { query }, { signal })

/** The newest forms and how many there are; stays silent when the member may not see them. */
export const newestSignups = (limit: number) =>
  queryOptions({
    queryKey: [...signupKey, 'newest', limit],
    queryFn: ({ signal }) => call(signupRoutes.list, { query: { limit } }, { signal, quiet: true }),
  })

/** Lives still open for sign-up, soonest first. */
export const livesToOffer = () =>
  queryOptions({
    queryKey: [...signupKey, 'lives'],
    queryFn: ({ signal }) => call(signupRoutes.availableLives, {}, { signal }),
    select: ({ lives }) => lives,
  })

export const signupById = (id: string) =>
  queryOptions({
    queryKey: [...signupKey, 'one', id],
    queryFn: ({ signal }) => call(signupRoutes.show, { params: { id } }, { signal }),
    // What is being edited must not be replaced under the hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const createSignup = (body: SignupSent) => call(signupRoutes.create, { body })

export const changeSignup = (id: string, body: SignupSent) => call(signupRoutes.change, { params: { id }, body })

export const removeSignup = (id: string) => call(signupRoutes.remove, { params: { id } })
