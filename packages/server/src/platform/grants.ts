import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { z } from 'zod'
import type { Clock } from './clock.ts'
import type { GrantCaller } from './http/caller.ts'
import { newId } from './ids.ts'
import type { Log } from './log/log.ts'
import type { Secret } from './secret.ts'

/** A grant is used at once, by the page that has just asked for it. */
export const grantMs = 60_000
const purpose = 'grant'

const Grant = z.object({
  id: z.string(),
  firmId: z.string(),
  userId: z.string(),
  userName: z.string(),
  action: z.string(),
  resource: z.string(),
  amount: z.number().int(),
  /** Epoch ms. */
  until: z.number().int(),
})

export interface GrantsDeps {
  readonly clock: Clock
  readonly secret: Pick<Secret, 'sign' | 'verify'>
  readonly log: Pick<Log, 'warn'>
}

export type GrantToSign = Omit<GrantCaller, 'kind' | 'id'>

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Lets a member do one thing at the purchase service, which knows no sessions: signed over firm, member, action, resource,
 * amount and an id, for a minute. The id is the primary key of what is made by it, so it makes one; what makes nothing that has a
 * key notes it as used (`createUsedGrants`). Refused ones stand in the log.
 */
export const createGrants = ({ clock, secret, log }: GrantsDeps) => ({
  sign: (grant: GrantToSign): { readonly grant: string; readonly id: string; readonly expiresAt: Date } => {
    const id = newId()
    const until = clock.ms() + grantMs
    const { firmId, userId, userName, action, resource, amount } = grant
    const body = Buffer.from(
      JSON.stringify({ id, firmId, userId, userName, action, resource, amount, until } satisfies z.input<typeof Grant>),
    ).toString('base64url')
    return { grant: `${body}.${secret.sign(purpose, body)}`, id, expiresAt: new Date(until) }
  },

  /** Throws `forbidden`, with a reason for one whose minute is over. */
  read: (grant: string, action: string): GrantCaller => {
    const [body = '', signature = ''] = grant.split('.')
    if (!secret.verify(purpose, body, signature)) {
      log.warn({ action }, 'a grant was refused: nobody here has signed it')
      throw fail('forbidden')
    }
    const read = Grant.parse(bodyOf(body))
    const { id, firmId, userId } = read
    if (read.action !== action) {
      log.warn({ action, grant: id, firmId, userId }, 'a grant was refused: it is for something else')
      throw fail('forbidden')
    }
    if (read.until < clock.ms()) {
      log.warn({ action, grant: id, firmId, userId }, 'a grant was refused: its minute is over')
      throw fail('forbidden', { reason: common.grantExpired })
    }
    const { until: _until, ...granted } = read
    return { kind: 'grant', ...granted }
  },
})
export type Grants = ReturnType<typeof createGrants>
