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
  isDemo: boolean
  isSurenotify: boolean
  pointSafetyStockNotice: number | null
  liveHoursExpireAt: Date | null
  smsPointTenths: number
  platformBombmy: number
  platformAssociation: number
  platformBombcourse: number
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

export interface FirmTables {
  firm: FirmRow
  audit: AuditRow
}
