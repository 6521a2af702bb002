import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'

export type Session = PublicSignup['sessions'][number]
export type ShownProduct = PublicSignup['products'][number]
