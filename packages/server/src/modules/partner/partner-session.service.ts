import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { asMailAddress } from '@kaimai/contract/common/mail-address.ts'
import { partnerErrors } from '@kaimai/contract/partner/partner.errors.ts'
import type { OwnPartner } from '@kaimai/contract/partner/partner.schema.ts'
import type { Credentials, PartnerCaller } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { newId, unguessable } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createLoginLimit } from '../../platform/rate-limits/login-limit.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { hashOf, type PartnerServiceDeps } from './partner.service.ts'
import type { PartnerStore } from './partner.store.ts'

export const partnerCookie = 'kaimai_partner'
export const partnerSessionSeconds = 14 * 86_400
/** Tries of password links from one network. */
const tokenTries = { limit: 30, windowMs: 15 * 60_000 }
/** Forgotten passwords from one network. */
const forgottenTries = { limit: 10, windowMs: 15 * 60_000 }

export interface PartnerSessionsDeps {
  readonly platform: Platform
  readonly store: PartnerStore
  readonly earned: PartnerServiceDeps['earned']
  readonly firms: Pick<FirmService, 'publicFirm'>
}

export interface PartnerLogin {
  readonly partnerId: string
  readonly email: string
  readonly password: string
  readonly ip: string
  /** Hash of the browser's cookie. */
  readonly deviceHash: string
  /** Of the page that it logs in on. */
  readonly language: Language
}

/** Partners' own logins: nothing of a member's session opens them, and theirs open nothing of a member's. */
export const createPartnerSessions = ({ platform, store, earned, firms }: PartnerSessionsDeps) => {
  const { db, clock, limits, passwords, jobs, events } = platform
  const loginLimit = createLoginLimit(limits, 'partner login')
  jobs.every('partner/sweep-sessions', 3600, () => store.sweepSessions(clock.now()))

  const sessions = {
    /** Answers the session's token. Throws `wrongCredentials`, `tooManyRequests`. */
    login: async ({ partnerId, email, password, ip, deviceHash, language }: PartnerLogin): Promise<string> => {
      const isKnown = (await store.devices(partnerId)).includes(deviceHash)
      const knownDevice = isKnown ? `${partnerId} ${deviceHash}` : undefined
      const { forgive } = await loginLimit.admit({ account: partnerId, network: networkOf(ip), knownDevice })
      const row = await store.login(partnerId)
      // Partners from before were kept as they were typed.
      const mayBe =
        row && asMailAddress(row.email) === email && row.passwordHash !== null ? row.passwordHash : undefined
      if (!(await passwords.isRight(password, mayBe)) || !row) throw fail('wrongCredentials')
      await forgive()
      const token = unguessable(32)
      const now = clock.now()
      const { firmId } = row
      await db.transaction(async (tx) => {
        const endsAt = new Date(clock.ms() + partnerSessionSeconds * 1000)
        await store.insertSession({ tokenHash: hashOf(token), partnerId, firmId, createdAt: now, endsAt }, tx)
        await store.change(firmId, partnerId, { language }, tx)
        await store.rememberDevice({ partnerId, deviceHash, firmId, loggedInAt: now }, tx)
      })
      return token
    },

    /**
     * Asks for a letter with a link that sets a password. What is known is looked at later, so that neither the answer nor
     * its time says anything of it. Throws `tooManyRequests`.
     */
    forgotPassword: async (partnerId: string, email: string, ip: string): Promise<void> => {
      const taken = await limits.take(`partner forgotten password ${networkOf(ip)}`, forgottenTries)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      await db.transaction((tx) =>
        events.emit(tx, 'partner.passwordForgotten', { partnerId, emailHash: hashOf(email), causeId: newId() }),
      )
    },

    /** Who asked for a new password by this address; undefined: no partner of it. */
    forgottenBy: async (partnerId: string, emailHash: string): Promise<{ readonly firmId: string } | undefined> => {
      const row = await store.login(partnerId)
      return row && hashOf(asMailAddress(row.email)) === emailHash ? { firmId: row.firmId } : undefined
    },

    /** Throws `signedOut`. */
    authenticate: async ({ cookie }: Credentials): Promise<PartnerCaller> => {
      const token = cookie(partnerCookie)
      const found = token === undefined ? undefined : await store.session(hashOf(token), clock.now())
      if (!found) throw fail('signedOut')
      return { kind: 'partner', ...found }
    },

    end: (token: string): Promise<void> => store.endSession(hashOf(token)),

    /** Throws `gone`, `tooManyRequests`. */
    setPassword: async (
      { partnerId, token, password }: { readonly partnerId: string; readonly token: string; readonly password: string },
      ip: string,
    ): Promise<void> => {
      const taken = await limits.take(`partner password ${networkOf(ip)}`, tokenTries)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      const passwordHash = await passwords.hash(password)
      await db.transaction(async (tx) => {
        const isSet = await store.takeToken(partnerId, hashOf(token), { passwordHash, now: clock.now() }, tx)
        if (!isSet) throw fail('gone', { reason: partnerErrors.partnerLinkOver })
        await store.endSessionsOf(partnerId, tx)
      })
    },
  }

  const show = async ({ firmId, partnerId }: PartnerCaller): Promise<OwnPartner> => {
    const [[row], firm, sums] = await Promise.all([
      store.findMany(firmId, [partnerId]),
      firms.publicFirm(firmId),
      earned(firmId, [partnerId]),
    ])
    const { owed = 0, pending = 0 } = sums.get(partnerId) ?? {}
    return {
      id: partnerId,
      name: row?.name ?? '',
      firmName: firm.name,
      currency: firm.currency,
      pending,
      owed,
      commissionLetters: row?.commissionLetters ?? false,
    }
  }

  const changeLetters = async (
    caller: PartnerCaller,
    letters: Pick<OwnPartner, 'commissionLetters'>,
  ): Promise<OwnPartner> => {
    if (!(await store.change(caller.firmId, caller.partnerId, letters, db))) throw fail('signedOut')
    return show(caller)
  }

  return { ...sessions, show, changeLetters }
}
export type PartnerSessions = ReturnType<typeof createPartnerSessions>
