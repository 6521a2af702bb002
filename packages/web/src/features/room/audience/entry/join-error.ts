import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { isFailedCall } from '../../../../lib/http/failed-call.ts'

/** Why a viewer is not let in. */
export type JoinError =
  | 'notFound'
  | 'notOpenYet'
  | 'ended'
  | 'cancelled'
  | 'signUpFirst'
  | 'blocked'
  | 'linkUnknown'
  /** The key this device kept for an anonymous viewer is not known any more: come as a new one. */
  | 'keyForgotten'

/** What a rejected join means; undefined: it was not rejected, try again. */
export const joinErrorOf = (
  error: unknown,
  tried: {
    /** Of the room at that moment, by the server's clock. */
    readonly status: LiveStatus
    readonly anonymousAllowed: boolean
    /** Whose key was shown: of the address, kept by this device, or none. */
    readonly key: 'personal' | 'kept' | 'none'
  },
): JoinError | undefined => {
  if (!isFailedCall(error)) return undefined
  switch (error.errorName) {
    case 'notFound':
      return 'notFound'
    case 'gone':
      if (tried.status === 'ended' || tried.status === 'cancelled') return tried.status
      return tried.key === 'kept' ? 'keyForgotten' : 'linkUnknown'
    case 'forbidden':
      if (tried.status === 'scheduled') return 'notOpenYet'
      return tried.anonymousAllowed || tried.key === 'personal' ? 'blocked' : 'signUpFirst'
    default:
      return undefined
  }
}
