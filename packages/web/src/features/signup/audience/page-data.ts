import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'

/** Data of kind `sign-up`: the form, or why there is none. */
export type SignUpPageData = PublicSignup | { readonly missing: 'notFound' | 'gone' }

export type Session = PublicSignup['sessions'][number]
export type ShownProduct = PublicSignup['products'][number]
export type ShownFirm = PublicSignup['firm']
