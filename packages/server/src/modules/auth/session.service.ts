import { authorityOf } from '@kaimai/contract/access/access.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { showDuration } from '@kaimai/contract/common/time.ts'
import { authErrors } from '@kaimai/contract/auth/auth.errors.ts'
import type { Profile, StoredAuth } from '@kaimai/contract/auth/auth.schema.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'
import { newId, unguessable } from '../../platform/ids.ts'
import type { Secret } from '../../platform/secret.ts'
import type { AccessService } from '../access/access.service.ts'
import type { FirmRow, FirmService } from '../firm/firm.service.ts'
import type { AuthStore } from './auth.store.ts'
import type { MemberRow, SessionRow } from './auth.tables.ts'
import { hashToken, successorOf, tokenLife } from './session-tokens.ts'

export interface SessionDeps {
  readonly db: Database
  readonly store: AuthStore
  readonly firms: FirmService
  readonly access: AccessService
  readonly clock: Clock
  readonly secret: Secret
  /** The firm's balance of live hours, in seconds (the room's ledger). */
  readonly hoursBalance: (firmId: string) => Promise<number>
}

/** What a login answers: the profile, and the CSRF token for the response header. */
export interface LoggedIn {
  readonly profile: z.input<typeof Profile>
  readonly csrf: string
}

/** Where a login comes from. */
export interface Visit {
  readonly deviceId: string
  readonly ip: string
  readonly userAgent: string
}

/** An ended session: replaced by another device → 12, anything else → 3. */
const refuseEnded = (session: SessionRow): never => {
  throw fail(session.endedBy === 'replaced' ? 'sessionReplaced' : 'signedOut')
}

/**
 * Ends the sessions that a new login replaces: the one on the same device, and with one-device login all others of the
 * member, who are told that another device has logged in.
 */
const endReplacedSessions = async (
  store: Pick<AuthStore, 'endSessions'>,
  { id, firmId, oneDevice }: Pick<MemberRow, 'id' | 'firmId' | 'oneDevice'>,
  deviceId: string,
  at: Date,
  tx: Tx,
): Promise<void> => {
  await store.endSessions(firmId, id, { at, by: 'signedOut', deviceId }, tx)
  if (oneDevice) await store.endSessions(firmId, id, { at, by: 'replaced' }, tx)
}

const signed = (seconds: number): string => (seconds < 0 ? '-' : '') + showDuration(Math.abs(seconds))

/** Sessions: opened at login, read by the stored token, renewed by auto-login. */
export const createSessionService = (deps: SessionDeps) => {
  const { db, store, firms, access, clock, secret } = deps

  const profileOf = async (
    member: MemberRow,
    firm: FirmRow,
    session: Pick<SessionRow, 'deviceId'>,
    tokens: { token: string; bearer: string },
  ): Promise<LoggedIn['profile']> => ({
    firmInfo: {
      firmId: firm.id,
      name: firm.name,
      imgUrl: firm.imgUrl,
      liveHours: signed(await deps.hoursBalance(firm.id)),
      liveHoursExpireDate: firm.liveHoursExpireAt?.toISOString() ?? null,
      bombmyDomainName: firm.bombmyDomainName,
      pointSafetyStockNotice: firm.pointSafetyStockNotice,
      smsPoint: (await firms.points.balance(firm.id)) / 10,
      isSurenotify: firm.isSurenotify,
      isDemo: firm.isDemo,
      testMode: firms.isInTestMode(firm),
      currency: firm.currency,
      colorToneId: firm.colorToneId,
    },
    userInfo: {
      userId: member.id,
      userName: member.name,
      userPhone: member.phone,
      userEmail: member.email,
      role: member.role,
      oneDeviceStatus: member.oneDevice,
      token: tokens.token,
      authorizationToken: tokens.bearer,
    },
    bombmyAuthority: authorityOf(access.grants(member)),
    platformAuthority: {
      bombmy: firm.platformBombmy,
      bombmyAssociation: firm.platformAssociation,
      bombcourse: firm.platformBombcourse,
    },
    deviceId: session.deviceId,
  })

  const newBearer = async (sessionId: string, on: Executor): Promise<string> => {
    const bearer = unguessable(24)
    const now = clock.now()
    await store.insertBearer({ hash: hashToken(bearer), sessionId, createdAt: now, usedAt: now }, on)
    return bearer
  }

  const firmOf = async (member: MemberRow): Promise<FirmRow> => {
    const firm = await firms.find(member.firmId)
    if (!firm) throw fail('signedOut')
    if (firm.suspendedAt) throw fail('forbidden', { reason: authErrors.firmSuspended })
    return firm
  }

  /** The session a stored token belongs to, still running; the caller holds its row's lock. */
  const sessionOf = async (stored: z.output<typeof StoredAuth>, on: Executor): Promise<SessionRow> => {
    const session = await store.sessionByToken(hashToken(stored.token), on)
    if (!session || session.firmId !== stored.firmId || session.memberId !== stored.userId) throw fail('signedOut')
    if (session.endedBy === 'suspended') {
      const firm = await firms.find(session.firmId, on)
      throw fail('signedOut', { reason: firm?.suspendedAt ? authErrors.firmSuspended : authErrors.suspensionEnded })
    }
    if (session.endedAt) return refuseEnded(session)
    if (session.deviceId !== stored.deviceId || session.renewalExpiresAt.getTime() <= clock.ms())
      throw fail('signedOut')
    return session
  }

  /**
   * A token replaced generations ago, shown by its own device: somebody else renews with its successors, or this is a
   * thief. Nobody can say which, so the family ends. True when it did.
   */
  const endIfRetired = async (stored: z.output<typeof StoredAuth>, tx: Executor): Promise<boolean> => {
    const hash = hashToken(stored.token)
    const session = await store.sessionByRetired(hash, tx)
    if (!session || session.previousHash === hash || session.endedAt) return false
    const isOwn = session.firmId === stored.firmId && session.memberId === stored.userId
    if (!isOwn || session.deviceId !== stored.deviceId) return false
    const { firmId, memberId, id: sessionId } = session
    await store.endSessions(firmId, memberId, { at: clock.now(), by: 'reused', sessionId }, tx)
    return true
  }

  const memberOf = async (session: SessionRow): Promise<MemberRow> => {
    const member = await store.member(session.firmId, session.memberId)
    if (!member) throw fail('signedOut')
    return member
  }

  /** The token a profile answers: the presented one, or its successor when another tab has renewed meanwhile. */
  const currentToken = (session: SessionRow, token: string): string => {
    if (hashToken(token) === session.renewalHash) return token
    if ((session.previousUntil?.getTime() ?? 0) < clock.ms()) throw fail('signedOut')
    return successorOf(secret, session.id, token)
  }

  return {
    /** Opens a session after the password was right (or at registration). Ends others where one device is the rule. */
    open: async (member: MemberRow, { deviceId, ip, userAgent }: Visit): Promise<LoggedIn> => {
      const firm = await firmOf(member)
      const token = unguessable(32)
      const session: SessionRow = {
        id: newId(),
        firmId: member.firmId,
        memberId: member.id,
        deviceId,
        csrf: unguessable(18),
        renewalHash: hashToken(token),
        previousHash: null,
        previousUntil: null,
        renewalExpiresAt: new Date(clock.ms() + tokenLife.renewalMs),
        userAgent,
        ip,
        lastUsedAt: clock.now(),
        createdAt: clock.now(),
        endedAt: null,
        endedBy: null,
      }
      const bearer = await db.transaction(async (tx) => {
        await endReplacedSessions(store, member, deviceId, clock.now(), tx)
        await store.insertSession(session, tx)
        await store.rememberDevice(member.id, hashToken(deviceId), clock.now(), tx)
        await store.changeMember(member.firmId, member.id, { lastLoginAt: clock.now() }, tx)
        return newBearer(session.id, tx)
      })
      return { profile: await profileOf(member, firm, session, { token, bearer }), csrf: session.csrf }
    },

    /** The profile by the stored token: a new bearer, the same renewal token. */
    profile: async (stored: z.output<typeof StoredAuth>): Promise<LoggedIn> => {
      const { session, bearer, token } = await db.transaction(async (tx) => {
        const found = await sessionOf(stored, tx)
        const current = currentToken(found, stored.token)
        return { session: found, bearer: await newBearer(found.id, tx), token: current }
      })
      const member = await memberOf(session)
      return { profile: await profileOf(member, await firmOf(member), session, { token, bearer }), csrf: session.csrf }
    },

    /** Renews: a new bearer and the successor of the token. Re-use of an older token ends the whole family. */
    renew: async (stored: z.output<typeof StoredAuth>): Promise<LoggedIn> => {
      const outcome = await db.transaction(async (tx) => {
        if (await endIfRetired(stored, tx)) return undefined
        const session = await sessionOf(stored, tx)
        const presented = hashToken(stored.token)
        const successor = successorOf(secret, session.id, stored.token)
        if (presented === session.renewalHash) {
          await store.rotate(
            session.firmId,
            session.id,
            {
              renewalHash: hashToken(successor),
              previousHash: presented,
              previousUntil: new Date(clock.ms() + tokenLife.graceMs),
              renewalExpiresAt: new Date(clock.ms() + tokenLife.renewalMs),
            },
            clock.now(),
            tx,
          )
        } else if ((session.previousUntil?.getTime() ?? 0) < clock.ms()) {
          await store.endSessions(
            session.firmId,
            session.memberId,
            { at: clock.now(), by: 'reused', sessionId: session.id },
            tx,
          )
          return undefined
        }
        return { session, token: successor, bearer: await newBearer(session.id, tx) }
      })
      if (!outcome) throw fail('signedOut')
      const member = await memberOf(outcome.session)
      const profile = await profileOf(member, await firmOf(member), outcome.session, outcome)
      return { profile, csrf: outcome.session.csrf }
    },

    end: async (firmId: string, memberId: string, deviceId: string): Promise<void> => {
      await store.endSessions(firmId, memberId, { at: clock.now(), by: 'signedOut', deviceId })
    },
  }
}
export type SessionService = ReturnType<typeof createSessionService>
