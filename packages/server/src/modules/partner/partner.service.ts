import { createHash } from 'node:crypto'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { asMailAddress } from '@kaimai/contract/common/mail-address.ts'
import { redactEmail, redactPhone } from '@kaimai/contract/common/redact.rules.ts'
import type { TaxKind } from '@kaimai/contract/commission/payout.rules.ts'
import { type Partner, partner } from '@kaimai/contract/partner/partner.resource.ts'
import { type PayoutAccount, SealedPayoutAccount } from '@kaimai/contract/partner/partner.schema.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { newId, unguessable } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import { createResource } from '../../platform/resource/resource.ts'
import type { PartnerStore } from './partner.store.ts'
import './partner.events.ts'

/** What a partner has earned, minor units. */
export interface EarnedSums {
  /** Not paid out; what is pending is part of it. */
  readonly owed: number
  readonly pending: number
}

/** Whom others may pay and compare buyers with; removed ones too. */
export interface KnownPartner {
  readonly id: string
  readonly name: string
  readonly taxKind: TaxKind
  /** Sealed by `sealFor`; empty: not known. */
  readonly payoutAccount: string
  readonly accountEnd: string
}

/** By what a buyer is this partner: phones as E.164. */
export interface PartnerIdentity {
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  readonly deviceHashes: readonly string[]
}

export interface PartnerServiceDeps {
  readonly platform: Platform
  readonly store: PartnerStore
  readonly earned: (firmId: string, partnerIds: readonly string[]) => Promise<ReadonlyMap<string, EarnedSums>>
}

/** To whom a letter to a partner goes. */
export interface PartnerAddressee {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly statementEmail: string
  readonly language: Language
  readonly commissionLetters: boolean
  /** It has followed an invitation. */
  readonly hasPassword: boolean
}

const linkDays = 7
const invitationsADay = { limit: 5, windowMs: 86_400_000 } as const
/** A partner's own page, below the audience's origin. */
export const pagePath = (id: string): string => `/partner/${id}`
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

const phoneOf = (typed: string): string[] => {
  if (typed === '') return []
  try {
    return [readPhone(typed, 'TW', 'phone')]
  } catch {
    return []
  }
}

/** The firm's partners, where their money goes, and the links by which they set a password. */
export const createPartnerService = ({ platform, store, earned }: PartnerServiceDeps) => {
  const { db, clock, audit, secret, events, limits } = platform
  const partners = createResource(platform, partner, {
    name: 'partner',
    table: 'partner',
    softRemove: true,
    derived: async (firmId, rows) => {
      const sums = await earned(
        firmId,
        rows.map(({ id }) => id),
      )
      return rows.map(({ id, accountEnd }) => ({ accountEnd: accountEnd ?? '', owed: sums.get(id)?.owed ?? 0 }))
    },
    read: (body) => ({ ...body, phone: body.phone === '' ? '' : readPhone(body.phone, 'TW', 'phone') }),
  })

  const seal = (partnerId: string, account: PayoutAccount): string =>
    secret.encrypt('payout account', JSON.stringify(account), partnerId)

  /** Without the right to personal data a contact is shown in part. */
  const shownTo = ({ can }: FirmCaller, record: Partner): Partner => {
    if (can('association', 'personal')) return record
    const { email, payoutEmail, phone } = record
    return { ...record, email: redactEmail(email), payoutEmail: redactEmail(payoutEmail), phone: redactPhone(phone) }
  }

  /** Ends the links from before. The token stands behind `#`: no server logs it. Undefined: no such partner. */
  const makeLink = async (
    tx: Tx,
    firmId: string,
    id: string,
  ): Promise<{ readonly path: string; readonly until: Date } | undefined> => {
    const token = unguessable(24)
    const until = new Date(clock.ms() + linkDays * 86_400_000)
    const values = { passwordTokenHash: hashOf(token), passwordTokenUntil: until }
    if (!(await store.change(firmId, id, values, tx))) return undefined
    return { path: `${pagePath(id)}#token=${token}`, until }
  }

  const find = async (firmId: string, id: string): Promise<Partner> => {
    const record = await partners.find(firmId, id)
    if (!record) throw fail('noData')
    return record
  }

  return {
    handlers: partners.handlers,
    shownTo,
    list: partners.list,
    create: partners.create,
    find,

    /** Their links end with them; what they earned stays theirs. Answers what is owed, minor units. Throws `noData`. */
    remove: async (firmId: string, id: string, by: Actor): Promise<{ owed: number }> => {
      const { owed } = await find(firmId, id)
      await partners.remove(firmId, id, by)
      await store.endSessionsOf(id, db)
      return { owed }
    },

    /** Throws `noData`. */
    setPayoutAccount: async (firmId: string, id: string, account: PayoutAccount, by: Actor): Promise<Partner> => {
      const { name } = await find(firmId, id)
      const accountEnd = account.account.slice(-5)
      await db.transaction(async (tx) => {
        const values = { payoutAccount: seal(id, account), accountEnd }
        if (!(await store.change(firmId, id, values, tx))) throw fail('noData')
        await audit.record(tx, by, 'partner.setPayoutAccount', { id, name }, { accountEnd })
      })
      return find(firmId, id)
    },

    /** A link by which the partner sets a password, once. Throws `noData`. */
    passwordLink: async (firmId: string, id: string, by: Actor): Promise<{ path: string; expiresAt: string }> => {
      const { name } = await find(firmId, id)
      return db.transaction(async (tx) => {
        const link = await makeLink(tx, firmId, id)
        if (!link) throw fail('noData')
        await audit.record(tx, by, 'partner.passwordLink', { id, name })
        return { path: link.path, expiresAt: link.until.toISOString() }
      })
    },

    makeLink,

    /** Throws `noData`, and `tooManyRequests` after some invitations of a day. */
    invite: async (firmId: string, id: string, language: Language, by: Actor): Promise<void> => {
      const { name } = await find(firmId, id)
      const taken = await limits.take(`partner invitation ${id}`, invitationsADay)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      await db.transaction(async (tx) => {
        if (!(await store.change(firmId, id, { language }, tx))) throw fail('noData')
        await events.emit(tx, 'partner.invited', { firmId, partnerId: id, causeId: newId() })
        await audit.record(tx, by, 'partner.invite', { id, name })
      })
    },

    /** To whom letters are written; undefined: no such partner, or no more. */
    addressee: async (firmId: string, id: string): Promise<PartnerAddressee | undefined> => {
      const [row] = await store.findMany(firmId, [id])
      if (!row || row.removedAt !== null) return undefined
      const { name, email, payoutEmail, language, commissionLetters, passwordHash } = row
      const statementEmail = payoutEmail || email
      return { id, name, email, statementEmail, language, commissionLetters, hasPassword: passwordHash !== null }
    },

    /** Removed ones too. */
    findMany: async (firmId: string, ids: readonly string[], on?: Tx): Promise<KnownPartner[]> =>
      (await store.findMany(firmId, ids, on)).map(({ id, name, taxKind, payoutAccount, accountEnd }) => ({
        id,
        name,
        taxKind,
        payoutAccount,
        accountEnd,
      })),

    isPresent: async (firmId: string, id: string): Promise<boolean> => (await partners.find(firmId, id)) !== undefined,

    identity: async (firmId: string, id: string): Promise<PartnerIdentity> => {
      const [row] = await store.findMany(firmId, [id])
      if (!row) return { emails: [], phones: [], deviceHashes: [] }
      return {
        emails: [row.email, row.payoutEmail].filter((email) => email !== '').map(asMailAddress),
        phones: phoneOf(row.phone),
        deviceHashes: await store.devices(id),
      }
    },

    /** What `setPayoutAccount` sealed for this partner. */
    openAccount: (partnerId: string, sealed: string): PayoutAccount =>
      SealedPayoutAccount.parse(JSON.parse(secret.decrypt('payout account', sealed, partnerId))),
  }
}
export type PartnerService = ReturnType<typeof createPartnerService>
