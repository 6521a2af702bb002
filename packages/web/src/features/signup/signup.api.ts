import type { Answer, Sent } from '@kaimai/contract/common/route.ts'
import { formStates, signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import type { ListParams } from '../../lib/list/use-list.ts'

/** Where all that is known of sign-up forms stands in the query cache. */
export const signupKey = ['signup'] as const

export type SignupSent = Exclude<Sent<typeof signupRoutes.create>['body'], FormData>
type Offer = Answer<typeof signupRoutes.availableLives>
export type LiveToOffer = Offer['lives'][number]
/** A live that slots of a series can copy. */
export type TemplateLive = Offer['templates'][number]
/** What a form may offer: lives, templates for series, and whether there are live hours for them. */
export type SessionOffer = Offer

/** Filters of the list in the URL. */
export const signupFilters = { status: formStates, pageType: ['free', 'order'] } as const

export const listSignups = (
  query: Partial<ListParams<typeof signupFilters>> & { limit: number },
  signal: AbortSignal,
) => call(signupRoutes.list, { query }, { signal })

/** The newest forms and how many there are; stays silent when the member may not see them. */
export const newestSignups = (limit: number) =>
  queryOptions({
    queryKey: [...signupKey, 'newest', limit],
    queryFn: ({ signal }) => call(signupRoutes.list, { query: { limit } }, { signal, quiet: true }),
  })

/** Lives still open for sign-up, soonest first; templates for series; whether live hours are left. */
export const sessionsToOffer = () =>
  queryOptions({
    queryKey: [...signupKey, 'lives'],
    queryFn: ({ signal }) => call(signupRoutes.availableLives, {}, { signal }),
  })

/** How many forms there are in each state. */
export const signupCounts = () =>
  queryOptions({
    queryKey: [...signupKey, 'counts'],
    queryFn: ({ signal }) => call(signupRoutes.counts, {}, { signal }),
  })

/** Whether the form may have this address. */
export const customUrlState = (customUrl: string, id: string | undefined) =>
  queryOptions({
    queryKey: [...signupKey, 'url', customUrl, id],
    queryFn: ({ signal }) =>
      call(
        signupRoutes.checkCustomUrl,
        { query: { customUrl, ...(id === undefined ? {} : { id }) } },
        { signal, quiet: true },
      ),
    staleTime: 10_000,
    retry: false,
  })

export const signupById = (id: string) =>
  queryOptions({
    queryKey: [...signupKey, 'one', id],
    queryFn: ({ signal }) => call(signupRoutes.show, { params: { id } }, { signal }),
    // What is being edited must not be replaced under the hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const loadSignup = (id: string) => call(signupRoutes.show, { params: { id } })

export const createSignup = (body: SignupSent) => call(signupRoutes.create, { body })

/** `version`: what it was made from. */
export const changeSignup = (id: string, body: SignupSent & { readonly version: number | undefined }) =>
  call(signupRoutes.change, { params: { id }, body })

export const setPublished = (id: string, published: boolean) =>
  call(signupRoutes.setPublished, { params: { id }, body: { published } })

export const removeSignup = (id: string) => call(signupRoutes.remove, { params: { id } })
