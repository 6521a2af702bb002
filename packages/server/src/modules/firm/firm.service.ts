import { type KaimaiError, fail } from '@kaimai/contract/common/error.ts'
import { defaultFirmName, type FirmSetting, type FirmSettingChange } from '@kaimai/contract/firm/firm.schema.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { FirmStore } from './firm.store.ts'
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
  readonly disclosure: boolean
  readonly suspended: boolean
}

const notThere = (): KaimaiError => fail('noData')

export const presentSetting = (row: FirmRow, oneDeviceStatus: boolean): z.input<typeof FirmSetting> => ({
  id: row.id,
  name: row.name,
  imgUrl: row.imgUrl,
  contactLink: row.contactLink,
  legalName: row.legalName,
  taxId: row.taxId,
  legalAddress: row.legalAddress,
  legalPhone: row.legalPhone,
  orderNoPrefix: row.orderNoPrefix,
  disclosure: row.disclosure,
  bombmyDomainName: row.bombmyDomainName,
  pointSafetyStockNotice: row.pointSafetyStockNotice,
  oneDeviceStatus,
})

/** Firms: their rows, their settings, the audit of changes. Members belong to auth. */
export const createFirmService = ({ store, clock }: { store: FirmStore; clock: Clock }) => {
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
    audit,

    publicFirm: async (firmId: string): Promise<PublicFirm> => {
      const row = await store.find(firmId)
      if (!row) throw notThere()
      return {
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
        disclosure: row.disclosure,
        suspended: row.suspendedAt !== null,
      }
    },

    /** Makes a firm inside the caller's transaction; its owner is auth's business. */
    create: async (on: Executor, given: Partial<FirmRow>): Promise<FirmRow> => {
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
        isDemo: false,
        isSurenotify: false,
        pointSafetyStockNotice: null,
        liveHoursExpireAt: null,
        smsPointTenths: 0,
        platformBombmy: 1,
        platformAssociation: 1,
        platformBombcourse: 0,
        suspendedAt: null,
        createdAt: clock.now(),
        ...given,
      }
      await store.insert(row, on)
      return row
    },

    change: async (firmId: string, change: z.output<typeof FirmSettingChange>, on?: Executor): Promise<FirmRow> => {
      const { oneDeviceStatus: _, ...fields } = change
      await store.change(firmId, definedOnly(fields), on)
      const row = await store.find(firmId, on)
      if (!row) throw notThere()
      return row
    },
  }
}
export type FirmService = ReturnType<typeof createFirmService>

/** Optional fields that were left out are not set to undefined. */
const definedOnly = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
