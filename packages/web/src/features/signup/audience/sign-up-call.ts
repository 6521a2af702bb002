import type { Answer, Sent } from '@kaimai/contract/common/route.ts'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { trackingContext } from '../../../lib/audience/tracking.ts'
import { isKnownError } from '../../../lib/http/call-error.ts'
import { call, newIdempotencyKey } from '../../../lib/http/http.ts'
import { browserTimeZone, homeZone } from '../../../lib/i18n/browser-time-zone.ts'
import type { Person } from './checks.ts'
import type { Session } from './page-data.ts'

export type SignedUp = Answer<typeof publicSignupRoutes.signUp>

type SignUpBody = Exclude<Sent<typeof publicSignupRoutes.signUp>['body'], FormData>

export const readPage = (customUrl: string): Promise<PublicSignup> =>
  call(publicSignupRoutes.page, { query: { customUrl } }, { quiet: true })

/** Who wants which session, as both ways to sign up send it. */
export const requestOf = (customUrl: string, { liveId, seriesId, beginAt }: Session, person: Person) => {
  // A slot is asked for as one, whether its live is made by now or not.
  const wanted = seriesId === null ? { liveIds: liveId === null ? [] : [liveId] } : { slots: [{ seriesId, beginAt }] }
  const answers = Object.fromEntries(
    Object.entries(person.answers).map(([id, value]) => [id, typeof value === 'string' ? value : [...value]]),
  )
  return { customUrl, ...wanted, ...person, answers, timeZone: browserTimeZone() ?? homeZone }
}
export type Request = ReturnType<typeof requestOf>

const signUp = (body: SignUpBody, idempotencyKey: string): Promise<SignedUp> =>
  call(publicSignupRoutes.signUp, { body }, { quiet: true, idempotencyKey })

/** Signs up; the same input sent again after a lost network is the same sign-up, after an error it is a new one. */
export const createSignUpCall = (send = signUp) => {
  let last: { input: string; key: string; body: SignUpBody } | undefined
  return async (input: Request): Promise<SignedUp> => {
    const asked = JSON.stringify(input)
    // By what somebody came may be known better a moment later: under one key goes what went first.
    if (last?.input !== asked)
      last = { input: asked, key: newIdempotencyKey(), body: { ...input, tracking: trackingContext() } }
    const { body, key } = last
    try {
      return await send(body, key)
    } catch (error) {
      if (isKnownError(error) && last.key === key) last = undefined
      throw error
    }
  }
}
