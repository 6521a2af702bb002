import { associationErrors } from '@kaimai/contract/association/association.errors.ts'
import { association } from '@kaimai/contract/association/association.resource.ts'
import { comparableCode, earningVisit, type LinkVisit } from '@kaimai/contract/association/association.rules.ts'
import type { AssociationProgram } from '@kaimai/contract/association/association.schema.ts'
import type { OwnLink } from '@kaimai/contract/association/own-link.routes.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createResource } from '../../platform/resource/resource.ts'
import type { PartnerCaller } from '../../platform/http/caller.ts'
import type { ResourceRow } from '../../platform/resource/resource.store.ts'
import type { PartnerService } from '../partner/partner.service.ts'
import type { AssociationStore } from './association.store.ts'
import type { AssociationRow } from './association.tables.ts'
import './association.events.ts'

/** The link that a sign-up or an order is credited to, and the click that earned it. */
export interface EarningVisit {
  readonly associationId: string
  readonly associationVisitAt: Date
  /** The form that is signed up at, or that led into the room; null: none is known. */
  readonly signupId: string | null
}

/** Somebody who signs up or orders. */
export interface Arrival {
  /** What the browser sent along. */
  readonly tracking: Pick<TrackingContext, 'links' | 'attribution'>
  readonly signupId: string | null
  /** Who ordered in a room that a sign-up led into. */
  readonly signupUserId: string | null
  /** Null: a sign-up. */
  readonly productIds: readonly string[] | null
}

export interface AssociationServiceDeps {
  readonly platform: Platform
  readonly store: AssociationStore
  readonly partners: Pick<PartnerService, 'isPresent' | 'findMany'>
  /** Forms of the firm, also removed ones; paths are below the audience's origin. */
  readonly forms: (firmId: string, ids: readonly string[]) => Promise<readonly { id: string; path: string }[]>
  /** Forms that everybody may open, the newest first; paths are below the audience's origin. */
  readonly publishedForms: (firmId: string) => Promise<readonly { id: string; title: string; path: string }[]>
}

/** Clicks by code. Of a page from before it knew of links, the last one of all is told by its attribution alone. */
const clicksOf = ({ links, attribution }: Arrival['tracking'], nowMs: number) => {
  const clicks = links.flatMap(({ association: code, firstMs, lastMs }) =>
    [firstMs, lastMs].map((atMs) => ({ code: comparableCode(code), atMs })),
  )
  const last = comparableCode(attribution.association)
  return links.length > 0 || last === '' ? clicks : [{ code: last, atMs: nowMs }]
}

/** Letters that tell a partner of one link. */
const linkLettersADay = { limit: 5, windowMs: 86_400_000 } as const

/** Links of partners: who keeps them, and who earns by them. */
export const createAssociationService = ({
  platform,
  store,
  partners,
  forms,
  publishedForms,
}: AssociationServiceDeps) => {
  const { db, clock, audit, events, limits } = platform

  const rowOf = (row: ResourceRow): AssociationRow => row as unknown as AssociationRow

  /** The code is the link's for ever, and what it pays stands with since when. */
  const keepHistory = async (tx: Tx, firmId: string, row: ResourceRow): Promise<void> => {
    const { id: associationId, version, code, rateKind, basisPoints, amount, signupIds, productIds } = rowOf(row)
    const since = clock.now()
    if (!(await store.claimCode({ firmId, code, associationId, since }, tx)))
      throw fail('invalid', { fields: { code: associationErrors.associationCodeTaken } })
    const terms = { rateKind, basisPoints, amount, signupIds, productIds }
    await store.addTerms({ associationId, version, firmId, since, ...terms }, tx)
  }

  const associations = createResource(platform, association, {
    name: 'association',
    table: 'association',
    softRemove: true,
    tabs: {
      open: (now) => sql<SqlBool>`("endAt" > ${now}) is not false`,
      over: (now) => sql<SqlBool>`"endAt" <= ${now}`,
    },
    prepare: async (firmId, { partnerId, signupIds }) => {
      if (!(await partners.isPresent(firmId, partnerId)))
        throw fail('invalid', { fields: { partnerId: associationErrors.associationNoPartner } })
      const known = new Set((await forms(firmId, signupIds)).map(({ id }) => id))
      if (!signupIds.every((id) => known.has(id)))
        throw fail('invalid', { fields: { signupIds: associationErrors.associationUnknownForm } })
    },
    before: async (_tx, _firmId, { partnerId }, was) => {
      // What was earned by it would be another's from then on.
      if (was !== undefined && was['partnerId'] !== partnerId)
        throw fail('invalid', { fields: { partnerId: common.wrongChoice } })
    },
    after: async (tx, firmId, row) => keepHistory(tx, firmId, row),
    derived: async (firmId, rows) => {
      const all = rows.map(rowOf)
      const firstForms = all.flatMap(({ signupIds }) => signupIds.slice(0, 1))
      const [known, pages] = await Promise.all([
        partners.findMany(firmId, [...new Set(all.map(({ partnerId }) => partnerId))]),
        forms(firmId, [...new Set(firstForms)]),
      ])
      const names = new Map(known.map(({ id, name }) => [id, name]))
      const paths = new Map(pages.map(({ id, path }) => [id, path]))
      return all.map(({ partnerId, signupIds, code }) => ({
        partnerName: names.get(partnerId) ?? '',
        link: `${paths.get(signupIds[0] ?? '') ?? ''}?a=${code}`,
      }))
    },
  })

  return {
    handlers: associations.handlers,
    create: associations.create,

    /** Undefined: no such link, or no more. */
    find: associations.find,

    /** Sends the partner a link as it is now. Throws `noData`, and `tooManyRequests` after some letters of a day. */
    sendLink: async (firmId: string, id: string, by: Actor): Promise<void> => {
      const link = await associations.find(firmId, id)
      if (!link) throw fail('noData')
      const taken = await limits.take(`association link letter ${id}`, linkLettersADay)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      await db.transaction(async (tx) => {
        await events.emit(tx, 'association.linkSent', { firmId, associationId: id, causeId: newId() })
        await audit.record(tx, by, 'association.sendLink', { id, name: link.code })
      })
    },

    program: (firmId: string): Promise<AssociationProgram> => store.program(firmId),

    changeProgram: (firmId: string, program: AssociationProgram, by: Actor): Promise<AssociationProgram> =>
      db.transaction(async (tx) => {
        const changes = changesOf({ ...(await store.program(firmId, tx)) }, { ...program })
        await store.setProgram(firmId, program, tx)
        if (Object.keys(changes).length > 0) await audit.record(tx, by, 'association.changeProgram', '', changes)
        return program
      }),

    /** Who earns what is taken now; undefined: nobody. Codes of other firms, and of nobody, are none. */
    earningVisit: async (tx: Tx, firmId: string, arrival: Arrival): Promise<EarningVisit | undefined> => {
      const nowMs = clock.ms()
      const clicks = clicksOf(arrival.tracking, nowMs)
      const { signupUserId, productIds } = arrival
      const person = signupUserId === null ? undefined : await store.signedUp(firmId, signupUserId, tx)
      const signedUpBy = person?.associationId ?? null
      const codes = [...new Set(clicks.map(({ code }) => code))]
      if (codes.length === 0 && signedUpBy === null) return undefined
      const coded = await store.byCode(firmId, codes, signedUpBy, tx)
      if (coded.length === 0) return undefined
      const idOf = new Map(coded.map(({ code, id }) => [code, id]))
      const visits: LinkVisit[] = clicks.flatMap(({ code, atMs }) => {
        const associationId = idOf.get(code)
        return associationId === undefined ? [] : [{ associationId, atMs }]
      })
      if (signedUpBy !== null && person?.associationVisitAt)
        visits.push({ associationId: signedUpBy, atMs: person.associationVisitAt.getTime(), hasSignedUp: true })
      const { touch } = await store.program(firmId, tx)
      const terms = coded.map(({ id, beginAt, endsAt, cookieDays, signupIds, productIds: products }) => ({
        id,
        cookieDays,
        signupIds,
        productIds: products,
        beginAtMs: beginAt.getTime(),
        endAtMs: endsAt?.getTime() ?? null,
      }))
      const signupId = arrival.signupId ?? person?.signupId ?? null
      const earning = earningVisit(visits, terms, { atMs: nowMs, signupId, productIds }, touch)
      if (earning === undefined) return undefined
      return { associationId: earning.associationId, associationVisitAt: new Date(earning.atMs), signupId }
    },

    /** A partner's links that still earn, with the pages that each may lead to. */
    ownLinks: async ({ firmId, partnerId }: PartnerCaller): Promise<OwnLink[]> => {
      const [links, open] = await Promise.all([store.openOf(firmId, partnerId, clock.now()), publishedForms(firmId)])
      return links.map(({ signupIds, endAt, ...link }) => ({
        ...link,
        endAt: endAt?.toISOString() ?? null,
        // A link for products alone earns wherever they are sold.
        pages: open
          .filter(({ id }) => signupIds.length === 0 || signupIds.includes(id))
          .map(({ title, path }) => ({ title, path: `${path}?a=${link.code}` })),
      }))
    },

    /** What a link paid, and for what, at that moment; undefined: no such link. */
    termsAt: store.termsAt,

    /** Links with their names, removed ones too; of one partner where it is given. */
    named: store.named,
  }
}
export type AssociationService = ReturnType<typeof createAssociationService>
