import { fail } from '@kaimai/contract/common/error.ts'
import { firstInvoiceSetting, noGateways, noTransfer } from '@kaimai/contract/firm/firm-methods.schema.ts'
import { firmErrors } from '@kaimai/contract/firm/firm.errors.ts'
import { emailApiStates, gatewayKeys, gatewayNames } from '@kaimai/contract/firm/firm.rules.ts'
import { firstPaymentSettings } from '@kaimai/contract/gateway/payment-setting.schema.ts'
import {
  carries,
  type PaymentGatewayName,
  type PaymentMethod,
  paymentMethods,
} from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { FirmSetting, FirmSettingChange } from '@kaimai/contract/firm/firm.schema.ts'
import type { DeliveryMethod } from '@kaimai/contract/order/checkout.schema.ts'
import type { z } from 'zod'
import { type Actor, type Audit } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import { changedFields, createEditLog } from '../../platform/edit-log/edit-log.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import { payingRow, type PayingRow } from './firm-test-mode.ts'
import type { FirmSecrets } from './firm-secrets.ts'
import type { FirmChange, FirmStore } from './firm.store.ts'
import type { FirmRow } from './firm.tables.ts'
import type { SenderDomains } from './sender-domain.ts'

/** The firm's delivery methods, which belong to orders. */
export interface DeliverySettingsOf {
  /** Empty: the firm has set none. */
  readonly own: (firmId: string, on?: Executor) => Promise<readonly DeliveryMethod[]>
  readonly defaults: readonly DeliveryMethod[]
  readonly set: (firmId: string, methods: readonly DeliveryMethod[], on: Executor) => Promise<void>
}

export interface FirmSettingsDeps {
  readonly platform: {
    readonly db: Database
    readonly audit: Audit
    readonly limits: Limits
    readonly clock: Clock
  }
  readonly store: FirmStore
  readonly secrets: FirmSecrets
  readonly domains: SenderDomains
  readonly delivery: DeliverySettingsOf
  /** Gateways that may serve the firm on this server today. */
  readonly gateways: (firm: PayingRow) => readonly PaymentGatewayName[]
  /** Ways to pay that would take money if the firm's test mode ended now. */
  readonly realMethods: (firm: PayingRow) => readonly PaymentMethod[]
  /** Whether gateways that move money can reach this server. */
  readonly takesMoney: () => boolean
  /** Whether advertisers' ids are used on this server. */
  readonly trackingRuns: () => boolean
}

type Shown = Omit<z.input<typeof FirmSetting>, 'oneDeviceStatus'>
type Change = Omit<FirmSettingChange, 'oneDeviceStatus'>

/** Look-ups of name servers by one firm. */
const checkLimit = { limit: 20, windowMs: 3600_000 } as const

/**
 * Every method once that a gateway here can carry: as the firm has put them, then those it has said nothing about. Who has
 * said nothing at all offers what such a firm does (`firstPaymentSettings`).
 */
const allMethods = (row: FirmRow, gateways: readonly PaymentGatewayName[]): Shown['paymentMethods'] => [
  ...row.paymentMethods,
  ...paymentMethods
    .filter((method) => row.paymentMethods.every((own) => own.method !== method))
    .flatMap((method) => {
      const gateway = gateways.find((name) => carries(name, method))
      if (gateway === undefined) return []
      const first = firstPaymentSettings.find((setting) => setting.method === method && setting.gateway === gateway)
      const offered = row.paymentMethods.length === 0 && first !== undefined
      return [{ method, gateway, offered, fee: 0, least: null, most: null, holdMinutes: null }]
    }),
]

const isTransferWhole = (transfer: { bankCode: string; account: string; holder: string }): boolean =>
  transfer.bankCode !== '' && transfer.account !== '' && transfer.holder !== ''

/** What a firm sets of itself. Each change is in the audit log; keys only by their names. */
export const createFirmSettings = (deps: FirmSettingsDeps) => {
  const { platform, store, secrets, domains, delivery, gateways, realMethods, takesMoney, trackingRuns } = deps
  const { db, audit, limits } = platform
  const editLog = createEditLog(platform)

  const present = async (row: FirmRow, on: Executor = db): Promise<Shown> => {
    const own = await delivery.own(row.id, on)
    const methods = own.length > 0 ? own : delivery.defaults
    const paying = payingRow(row)
    return {
      id: row.id,
      version: row.version,
      name: row.name,
      imgUrl: row.imgUrl,
      contactLink: row.contactLink,
      legalName: row.legalName,
      taxId: row.taxId,
      legalAddress: row.legalAddress,
      legalPhone: row.legalPhone,
      orderNoPrefix: row.orderNoPrefix,
      disclosure: row.disclosure,
      searchable: row.searchable,
      bombmyDomainName: row.bombmyDomainName,
      colorToneId: row.colorToneId,
      pointSafetyStockNotice: row.pointSafetyStockNotice,
      senderName: row.senderName,
      replyTo: row.replyTo,
      senderDomain: row.senderDomain,
      emailApiStatus: row.emailApiStatus,
      dnsRecords: domains.records(row.id, row.senderDomain),
      isSurenotify: row.isSurenotify,
      pixelId: row.pixelId,
      tiktokPixelId: row.tiktokPixelId,
      gtmId: row.gtmId,
      paymentMethods: allMethods(row, gateways(paying)),
      paymentGateways: [...gateways(paying)],
      testMode: paying.testMode,
      realMethods: [...realMethods(paying)],
      takesMoney: takesMoney(),
      trackingRuns: trackingRuns(),
      gateways: { ...noGateways, ...row.gateways },
      transfer: { ...noTransfer, ...row.transfer },
      deliveryMethods: methods.map(({ type, fee, freeFrom, note }) => ({ type, fee, freeFrom, note })),
      deliveryIsOwn: own.length > 0,
      invoice: { ...firstInvoiceSetting, ...row.invoice },
      secrets: await secrets.states(row.id, on),
    }
  }

  const found = async (firmId: string, on: Executor): Promise<FirmRow> => {
    const row = await store.lock(firmId, on)
    if (!row) throw fail('noData')
    return row
  }

  /** Rules that need what is there already. */
  const check = (row: FirmRow, change: Change): void => {
    const transfer = { ...noTransfer, ...row.transfer, ...change.transfer }
    const methods = change.paymentMethods ?? row.paymentMethods
    if (methods.some(({ method, offered }) => method === 'transfer' && offered) && !isTransferWhole(transfer)) {
      throw fail('invalid', { fields: { transfer: firmErrors.transferIncomplete } })
    }
  }

  /** What is offered must be able to sign: its gateway has an id and every key. */
  const checkGateways = ({ paymentMethods, gateways: ids, secrets: keys }: Shown): void => {
    const carriers = new Set<string>(paymentMethods.flatMap(({ offered, gateway }) => (offered ? [gateway] : [])))
    const lacking = gatewayNames.filter(
      (name) => carriers.has(name) && (ids[name] === '' || gatewayKeys[name].some((key) => !keys[key].set)),
    )
    if (lacking.length === 0) return
    const fields = lacking.map((name) => [`gateways.${name}`, firmErrors.gatewayIncomplete] as const)
    throw fail('invalid', { fields: Object.fromEntries(fields) })
  }

  const show = async (firmId: string): Promise<Shown> => {
    const row = await store.find(firmId)
    if (!row) throw fail('notFound')
    return present(row)
  }

  const switchSurenotify = (by: Actor, isSurenotify: boolean): Promise<Shown> =>
    db.transaction(async (tx) => {
      const row = await found(by.firmId, tx)
      const { surenotifyKey } = await secrets.states(by.firmId, tx)
      if (isSurenotify && !surenotifyKey.set) throw fail('conflict', { reason: firmErrors.surenotifyNeedsKey })
      if (row.isSurenotify !== isSurenotify) {
        await store.change(by.firmId, { isSurenotify }, tx)
        const change = { isSurenotify: { before: row.isSurenotify, after: isSurenotify } }
        await audit.record(tx, by, 'firm.change', { id: row.id, name: row.name }, change)
      }
      return present({ ...row, isSurenotify }, tx)
    })

  return {
    show,

    /** `version`: what the change was made from; without it the last save wins. */
    change: (
      by: Actor,
      { version: from, ...change }: Change & { readonly version?: number | undefined },
    ): Promise<Shown> =>
      db.transaction(async (tx) => {
        const row = await found(by.firmId, tx)
        const before = await present(row, tx)
        await editLog.checkSave(tx, { firmId: row.id, targetId: row.id, from, now: before, sent: definedOnly(change) })
        check(row, change)
        const { secrets: keys = {}, deliveryMethods, ...fields } = change
        const domainChanged = fields.senderDomain !== undefined && fields.senderDomain !== row.senderDomain
        const columns: FirmChange = {
          ...definedOnly(fields),
          ...(domainChanged
            ? { emailApiStatus: fields.senderDomain === '' ? emailApiStates.none : emailApiStates.pending }
            : {}),
        }
        // Without its key Surenotify can send nothing.
        if (keys.surenotifyKey === '') columns.isSurenotify = false
        await secrets.former.keepReplaced(tx, row, change)
        await store.edit(row, columns, tx)
        if (deliveryMethods) await delivery.set(by.firmId, deliveryMethods, tx)
        const named = Object.entries(keys).flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]))
        for (const { name, text } of named) await secrets.put(by.firmId, name as keyof typeof keys, text, tx)

        const after = await present(await found(by.firmId, tx), tx)
        if (change.paymentMethods || change.gateways || named.length > 0) checkGateways(after)
        const { secrets: _, dnsRecords: __, version: ___, ...plain } = after
        const touched = [...changedFields(before, plain), ...(named.length > 0 ? ['secrets'] : [])]
        await editLog.add(tx, row.id, by, [{ targetId: row.id, version: row.version + 1, fields: touched }])
        const logged = {
          ...changesOf(before, plain),
          ...namesOf('keysSet', named, false),
          ...namesOf('keysRemoved', named, true),
        }
        if (Object.keys(logged).length > 0) {
          await audit.record(tx, by, 'firm.change', { id: row.id, name: after.name }, logged)
        }
        return after
      }),

    enableSurenotify: (by: Actor): Promise<Shown> => switchSurenotify(by, true),
    disableSurenotify: (by: Actor): Promise<Shown> => switchSurenotify(by, false),

    /** Asks the name server, outside of any transaction. Throws `busy` when it can't be asked. */
    checkSenderDomain: async (by: Actor): Promise<Shown> => {
      const { firmId } = by
      const row = await store.find(firmId)
      if (!row) throw fail('noData')
      const { senderDomain } = row
      if (senderDomain === '') throw fail('conflict', { reason: firmErrors.domainUnset })
      const taken = await limits.take(`sender domain ${firmId}`, checkLimit)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      const isOwned = await domains.isOwned(firmId, senderDomain).catch((error: unknown) => {
        throw fail('conflict', { reason: firmErrors.domainUnreachable, details: { problem: String(error) } })
      })
      return db.transaction(async (tx) => {
        const now = await found(firmId, tx)
        const emailApiStatus = isOwned ? emailApiStates.verified : emailApiStates.pending
        if (now.senderDomain !== senderDomain || now.emailApiStatus === emailApiStatus) return present(now, tx)
        await store.change(firmId, { emailApiStatus }, tx)
        const change = { emailApiStatus: { before: now.emailApiStatus, after: emailApiStatus } }
        await audit.record(tx, by, 'firm.change', { id: now.id, name: now.name }, change)
        return present({ ...now, emailApiStatus }, tx)
      })
    },
  }
}
export type FirmSettings = ReturnType<typeof createFirmSettings>

/** Keys are recorded by their names alone. */
const namesOf = (word: string, named: readonly { name: string; text: string }[], empty: boolean) => {
  const names = named.filter(({ text }) => (text === '') === empty).map(({ name }) => name)
  return names.length > 0 ? { [word]: names } : {}
}

/** Optional fields that were left out are not set to undefined. */
const definedOnly = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
