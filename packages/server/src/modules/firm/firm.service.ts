import { type KaimaiError, fail } from '@kaimai/contract/common/error.ts'
import { defaultFirmName } from '@kaimai/contract/firm/firm.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Executor, Tx } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { Held } from '../../platform/held.ts'
import { newId } from '../../platform/ids.ts'
import type { FirmPoints } from './firm-points.ts'
import type { FirmChange, FirmStore } from './firm.store.ts'
import type { FirmRow } from './firm.tables.ts'

export type { FirmRow } from './firm.tables.ts'

/** What viewers and shoppers may know of a firm. */
export interface PublicFirm {
  readonly id: string
  readonly name: string
  readonly imgUrl: string
  readonly contactLink: string
  readonly legalName: string
  readonly taxId: string
  readonly legalAddress: string
  readonly legalPhone: string
  readonly orderNoPrefix: string
  readonly currency: FirmRow['currency']
  readonly isDemo: boolean
  /** Its shoppers pay with play money. */
  readonly testMode: boolean
  readonly disclosure: boolean
  /** Search engines may find its pages. */
  readonly searchable: boolean
  readonly suspended: boolean
  /** The tone that its pages begin with. */
  readonly colorToneId: string
  /** What the firm has decided about payment methods. */
  readonly paymentMethods: FirmRow['paymentMethods']
  /** Its ids at payment companies: no secret, and no business of a page. */
  readonly gateways: FirmRow['gateways']
  /** The account that buyers transfer to. */
  readonly transfer: FirmRow['transfer']
}

const notThere = (): KaimaiError => fail('noData')

/**
 * What is known of a firm is at most so old, in milliseconds, where the hint of a change was lost. A room holds what it has
 * read of it for half a second more: together they are a second.
 */
export const firmHeldForMs = 500

/** A demo has no end of its testing. */
export const isInTestMode = ({ isDemo, testEndedAt }: Pick<FirmRow, 'isDemo' | 'testEndedAt'>): boolean =>
  !isDemo && testEndedAt === null

const publicFirmOf = (row: FirmRow): PublicFirm => ({
  id: row.id,
  name: row.name,
  imgUrl: row.imgUrl,
  contactLink: row.contactLink,
  legalName: row.legalName,
  taxId: row.taxId,
  legalAddress: row.legalAddress,
  legalPhone: row.legalPhone,
  orderNoPrefix: row.orderNoPrefix,
  currency: row.currency,
  isDemo: row.isDemo,
  testMode: isInTestMode(row),
  disclosure: row.disclosure,
  searchable: row.searchable,
  suspended: row.suspendedAt !== null,
  paymentMethods: row.paymentMethods,
  gateways: row.gateways,
  transfer: row.transfer,
  colorToneId: row.colorToneId,
})

export interface FirmServiceDeps {
  readonly store: FirmStore
  readonly clock: Clock
  readonly points: FirmPoints
  /** What is held of firms, by their ids; without it each question is read anew. */
  readonly held?: Held<PublicFirm>
}

/** Firms: their rows, their settings, the audit of changes. Members belong to auth. */
export const createFirmService = ({ store, clock, points, held }: FirmServiceDeps) => {
  const readPublic = async (firmId: string): Promise<PublicFirm> => {
    const row = await store.find(firmId)
    if (!row) throw notThere()
    return publicFirmOf(row)
  }

  const audit = (caller: FirmCaller, ip: string, action: string, target: string, change: unknown, on?: Executor) =>
    store.audit(
      caller.id,
      {
        id: newId(),
        memberId: caller.userId,
        actorName: caller.userName,
        ip,
        action,
        target,
        change,
        createdAt: clock.now(),
      },
      on,
    )

  return {
    /** The firm's row for other modules; undefined when there is none. */
    find: store.find,
    findDemo: store.findDemo,
    isInTestMode,
    /** The firm's SMS points. */
    points,
    audit,

    /** As it was at most half a second ago; not to be asked in a transaction. Throws `noData`. */
    publicFirm: (firmId: string): Promise<PublicFirm> =>
      held ? held.get(firmId, () => readPublic(firmId)) : readPublic(firmId),

    /** Makes a firm inside the caller's transaction; its owner is auth's business. */
    create: async (on: Executor, fields: Partial<FirmRow>): Promise<FirmRow> => {
      const row: FirmRow = {
        id: newId(),
        name: defaultFirmName,
        imgUrl: '',
        contactLink: '',
        legalName: '',
        taxId: '',
        legalAddress: '',
        legalPhone: '',
        orderNoPrefix: '',
        bombmyDomainName: '',
        currency: 'TWD',
        disclosure: true,
        searchable: false,
        isDemo: false,
        testEndedAt: null,
        isSurenotify: false,
        pointSafetyStockNotice: null,
        liveHoursExpireAt: null,
        hoursDelayedAt: null,
        platformBombmy: 1,
        platformAssociation: 1,
        platformBombcourse: 0,
        colorToneId: '#94500f',
        senderName: '',
        replyTo: '',
        senderDomain: '',
        emailApiStatus: 0,
        pixelId: '',
        tiktokPixelId: '',
        gtmId: '',
        paymentMethods: [],
        gateways: {},
        transfer: {},
        invoice: {},
        version: 1,
        suspendedAt: null,
        createdAt: clock.now(),
        ...fields,
      }
      await store.insert(row, on)
      return row
    },

    /** Whether test orders may still be placed; keeps the end of test mode waiting until the transaction ends. */
    holdTestMode: (tx: Tx, firmId: string): Promise<boolean> => store.holdTestMode(firmId, tx),

    /** Changes columns as they are: for other modules and the demo; members go through the settings. */
    change: async (firmId: string, change: Omit<FirmChange, 'version'>, on?: Executor): Promise<FirmRow> => {
      await store.change(firmId, change, on)
      // Within a transaction the call that began it tells of the change.
      if (on === undefined) held?.drop(firmId)
      await store.raiseVersion(firmId, on)
      const row = await store.find(firmId, on)
      if (!row) throw notThere()
      return row
    },
  }
}
export type FirmService = ReturnType<typeof createFirmService>
