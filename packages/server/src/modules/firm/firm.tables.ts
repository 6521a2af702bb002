import type { Gateways, InvoiceSetting, TransferAccount } from '@kaimai/contract/firm/firm-methods.schema.ts'
import type { PaymentGatewayName } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentSetting } from '@kaimai/contract/gateway/payment-setting.schema.ts'
import type { PointKind } from '@kaimai/contract/firm/firm-ledger.schema.ts'
import type { SecretName } from '@kaimai/contract/firm/firm.rules.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'

export interface FirmRow {
  id: string
  name: string
  imgUrl: string
  contactLink: string
  legalName: string
  taxId: string
  legalAddress: string
  legalPhone: string
  orderNoPrefix: string
  bombmyDomainName: string
  currency: Currency
  disclosure: boolean
  searchable: boolean
  isDemo: boolean
  /** When it began to take real payments; null: in test mode, unless it is a demo. */
  testEndedAt: Date | null
  isSurenotify: boolean
  pointSafetyStockNotice: number | null
  liveHoursExpireAt: Date | null
  hoursDelayedAt: Date | null
  platformBombmy: number
  platformAssociation: number
  platformBombcourse: number
  colorToneId: string
  senderName: string
  replyTo: string
  senderDomain: string
  emailApiStatus: 0 | 1 | 2
  pixelId: string
  tiktokPixelId: string
  gtmId: string
  paymentMethods: readonly PaymentSetting[]
  gateways: Partial<Gateways>
  transfer: Partial<TransferAccount>
  invoice: Partial<InvoiceSetting>
  /** One higher with every change of what the settings edit. */
  version: number
  suspendedAt: Date | null
  createdAt: Date
}

interface AuditRow {
  id: string
  firmId: string
  memberId: string | null
  actorName: string
  ip: string
  action: string
  target: string
  change: unknown
  createdAt: Date
}

export interface FirmSecretRow {
  firmId: string
  name: SecretName
  sealed: string
  last4: string
  changedAt: Date
}

export interface FormerMerchantRow {
  firmId: string
  gateway: PaymentGatewayName
  merchantId: string
  sealed: string
  replacedAt: Date
}

export interface PointRow {
  id: string
  firmId: string
  kind: PointKind
  key: string
  tenths: number
  note: string
  createdAt: Date
}

export interface OfferRow {
  id: string
  kind: 'hours' | 'points'
  place: number
  quantity: number
  price: number
  currency: Currency
  validMonths: number
  removedAt: Date | null
}

export interface FirmTables {
  firm: FirmRow
  audit: AuditRow
  firmSecret: FirmSecretRow
  formerMerchant: FormerMerchantRow
  pointLedger: PointRow
  topUpOffer: OfferRow
}
