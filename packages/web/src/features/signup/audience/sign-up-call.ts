import type { Answer, Sent } from '@kaimai/contract/common/route.ts'
import type { PublicSignup } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { call, newIdempotencyKey } from '../../../lib/http/http.ts'
import type { Person } from './checks.ts'
import type { Session } from './page-data.ts'

export type SignedUp = Answer<typeof publicSignupRoutes.signUp>

type SignUpBody = Exclude<Sent<typeof publicSignupRoutes.signUp>['body'], FormData>

export const readPage = (customUrl: string): Promise<PublicSignup> =>
  call(publicSignupRoutes.page, { query: { customUrl } }, { quiet: true })

/** Signs up; the same wish sent again (after a lost line) is the same sign-up. */
export const createSignUpCall = () => {
  let last: { wish: string; key: string } | undefined
  return (customUrl: string, { liveId, seriesId, beginAt }: Session, person: Person): Promise<SignedUp> => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    // A slot is asked for as one, whether its live is made by now or not.
    const wanted = seriesId === null ? { liveIds: liveId === null ? [] : [liveId] } : { slots: [{ seriesId, beginAt }] }
    const answers = Object.fromEntries(
      Object.entries(person.answers).map(([id, value]) => [id, typeof value === 'string' ? value : [...value]]),
    )
    const body: SignUpBody = { customUrl, ...wanted, ...person, answers, timeZone }
    const wish = JSON.stringify(body)
    if (last?.wish !== wish) last = { wish, key: newIdempotencyKey() }
    return call(publicSignupRoutes.signUp, { body }, { quiet: true, idempotencyKey: last.key })
  }
}
