import { type PaymentMethod, paymentMethods } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { readPhoneDigits } from '@kaimai/contract/common/phone.ts'
import { isBlank, plainEmail, plainLine } from '@kaimai/contract/common/typed-text.ts'
import {
  certificatePattern,
  type DeliveryType,
  deliveryTypes,
  isTaxId,
  loveCodePattern,
  mobileBarcodePattern,
  readCode,
  readMobileBarcode,
} from '@kaimai/contract/order/checkout.rules.ts'
import type { OrderBody } from '@kaimai/contract/order/checkout.schema.ts'

export const carriers = ['mobileBarcode', 'member', 'certificate'] as const
export type Carrier = (typeof carriers)[number]
export const invoiceKinds = ['cloud', 'company', 'donation', 'paper'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** What the buyer has filled in, of all ways at once: a change of mind loses nothing. */
export interface Draft {
  readonly fullName: string
  readonly phone: string
  /** ISO 3166, two letters. */
  readonly phoneCountry: string
  readonly email: string
  readonly deliveryType: DeliveryType | ''
  readonly county: string
  readonly district: string
  readonly zipcode: string
  readonly address: string
  readonly storeCode: string
  readonly storeName: string
  readonly paymentMethod: PaymentMethod | ''
  readonly invoiceKind: InvoiceKind
  readonly carrier: Carrier
  readonly mobileBarcode: string
  readonly certificate: string
  readonly taxId: string
  readonly companyTitle: string
  readonly loveCode: string
  readonly memo: string
}

export const emptyDraft: Draft = {
  fullName: '',
  phone: '',
  phoneCountry: 'TW',
  email: '',
  deliveryType: '',
  county: '',
  district: '',
  zipcode: '',
  address: '',
  storeCode: '',
  storeName: '',
  paymentMethod: '',
  invoiceKind: 'cloud',
  carrier: 'member',
  mobileBarcode: '',
  certificate: '',
  taxId: '',
  companyTitle: '',
  loveCode: '',
  memo: '',
}

export type DraftField = keyof Draft
/** Per field, the key of the words for what is wrong with it. */
export type FieldErrors = Readonly<Partial<Record<DraftField, string>>>

const emailPattern = /^[^\s@"'<>,;:()[\]\\]+@[^\s@.,;:()<>[\]\\]+(\.[^\s@.,;:()<>[\]\\]+)+$/

type Checked = 'fullName' | 'phone' | 'email' | 'address' | 'storeName' | 'storeCode' | InvoiceField
type InvoiceField = 'taxId' | 'loveCode' | 'mobileBarcode' | 'certificate'

/** An empty field is asked to be filled in; what stands in it is told to be wrong. */
const faultOf = (draft: Draft, field: Checked, isRight = true): FieldErrors =>
  isBlank(draft[field]) ? { [field]: `empty.${field}` } : isRight ? {} : { [field]: `fault.${field}` }

const phoneErrors = (draft: Draft, isPhone?: (phone: string, country: string) => boolean): FieldErrors => {
  const read = readPhoneDigits(draft.phone)
  if (!('problem' in read)) return faultOf(draft, 'phone', isPhone?.(draft.phone, draft.phoneCountry) !== false)
  return read.problem === 'EXTENSION' ? { phone: 'fault.extension' } : faultOf(draft, 'phone', false)
}

/** `isPhone`: the check by country, where its tables are loaded. */
export const personalErrors = (draft: Draft, isPhone?: (phone: string, country: string) => boolean): FieldErrors => ({
  ...faultOf(draft, 'fullName'),
  ...phoneErrors(draft, isPhone),
  ...faultOf(draft, 'email', emailPattern.test(plainEmail(draft.email))),
})

const addressErrors = (draft: Draft): FieldErrors => ({
  ...(draft.county === '' ? { county: 'empty.county' } : {}),
  ...(draft.district === '' || !/^\d{3,6}$/.test(draft.zipcode) ? { district: 'empty.district' } : {}),
  ...faultOf(draft, 'address'),
})

const storeErrors = (draft: Draft): FieldErrors => ({
  ...faultOf(draft, 'storeName'),
  ...faultOf(draft, 'storeCode'),
})

/** `offered`: the ways this merchant delivers. */
export const deliveryErrors = (draft: Draft, offered: readonly DeliveryType[]): FieldErrors => {
  if (draft.deliveryType === '' || !offered.includes(draft.deliveryType)) return { deliveryType: 'empty.deliveryType' }
  if (draft.deliveryType === 'home') return addressErrors(draft)
  return draft.deliveryType === 'store' ? storeErrors(draft) : {}
}

export const paymentErrors = (draft: Draft, offered: readonly PaymentMethod[]): FieldErrors =>
  draft.paymentMethod !== '' && offered.includes(draft.paymentMethod) ? {} : { paymentMethod: 'empty.paymentMethod' }

export const invoiceErrors = (draft: Draft): FieldErrors => {
  switch (draft.invoiceKind) {
    case 'paper':
      return {}
    case 'company':
      return faultOf(draft, 'taxId', isTaxId(readCode(draft.taxId)))
    case 'donation':
      return faultOf(draft, 'loveCode', loveCodePattern.test(readCode(draft.loveCode)))
    case 'cloud':
      if (draft.carrier === 'member') return {}
      return draft.carrier === 'mobileBarcode'
        ? faultOf(draft, 'mobileBarcode', mobileBarcodePattern.test(readMobileBarcode(draft.mobileBarcode)))
        : faultOf(draft, 'certificate', certificatePattern.test(readCode(draft.certificate)))
  }
}

const deliveryOf = (draft: Draft): OrderBody['delivery'] => {
  switch (draft.deliveryType) {
    case 'home':
      return {
        type: 'home',
        county: draft.county,
        district: draft.district,
        zipcode: draft.zipcode,
        address: plainLine(draft.address),
      }
    case 'store':
      return { type: 'store', storeCode: plainLine(draft.storeCode), storeName: plainLine(draft.storeName) }
    case 'self':
      return { type: 'self' }
    case 'none':
    case '':
      return { type: 'none' }
  }
}

const invoiceOf = (draft: Draft): OrderBody['invoice'] => {
  switch (draft.invoiceKind) {
    case 'company':
      return { class: 'company', taxId: readCode(draft.taxId), title: plainLine(draft.companyTitle) }
    case 'donation':
      return { class: 'donation', loveCode: readCode(draft.loveCode) }
    case 'paper':
      return { class: 'paper' }
    case 'cloud':
      if (draft.carrier === 'member') return { class: 'member' }
      return draft.carrier === 'certificate'
        ? { class: 'certificate', carrier: readCode(draft.certificate) }
        : { class: 'mobileBarcode', carrier: readMobileBarcode(draft.mobileBarcode) }
  }
}

/** A draft is sent only once a way to pay is chosen. */
const chosenMethod = ({ paymentMethod }: Draft): PaymentMethod => {
  if (paymentMethod === '') throw new Error('a draft without a way to pay is not sent')
  return paymentMethod
}

/** What of an order the buyer has filled in. `person`: who buys, where the page has asked already. */
export const filledInOf = (
  draft: Draft,
  { person, needsDelivery = true }: { person?: OrderBody['personal'] | undefined; needsDelivery?: boolean } = {},
): Pick<OrderBody, 'personal' | 'delivery' | 'paymentMethod' | 'invoice' | 'memo'> => ({
  personal: person ?? {
    fullName: plainLine(draft.fullName),
    phone: draft.phone.trim(),
    phoneCountry: draft.phoneCountry,
    email: plainEmail(draft.email),
  },
  delivery: needsDelivery ? deliveryOf(draft) : { type: 'none' },
  paymentMethod: chosenMethod(draft),
  invoice: invoiceOf(draft),
  memo: draft.memo.trim(),
})

const isOneOf = <T extends string>(all: readonly T[], value: unknown): value is T => all.some((each) => each === value)

/** A draft from what a device remembers: whatever is not of its form is left out. */
export const readDraft = (stored: unknown): Draft => {
  if (typeof stored !== 'object' || stored === null) return emptyDraft
  const texts = Object.entries(stored).filter(
    (entry): entry is [string, string] => Object.hasOwn(emptyDraft, entry[0]) && typeof entry[1] === 'string',
  )
  const { deliveryType, paymentMethod, invoiceKind, carrier, ...rest } = Object.fromEntries(texts)
  return {
    ...emptyDraft,
    ...rest,
    deliveryType: isOneOf(deliveryTypes, deliveryType) ? deliveryType : '',
    paymentMethod: isOneOf(paymentMethods, paymentMethod) ? paymentMethod : '',
    invoiceKind: isOneOf(invoiceKinds, invoiceKind) ? invoiceKind : 'cloud',
    carrier: isOneOf(carriers, carrier) ? carrier : 'member',
  }
}

/** Fields as the server names them (`personal.phone`) and as the form does. */
const formNames: Readonly<Record<string, DraftField>> = {
  'personal.fullName': 'fullName',
  'personal.phone': 'phone',
  'personal.phoneCountry': 'phone',
  'personal.email': 'email',
  'delivery.type': 'deliveryType',
  'delivery.county': 'county',
  'delivery.district': 'district',
  'delivery.zipcode': 'district',
  'delivery.address': 'address',
  'delivery.storeCode': 'storeCode',
  'delivery.storeName': 'storeName',
  paymentMethod: 'paymentMethod',
  'invoice.taxId': 'taxId',
  'invoice.title': 'companyTitle',
  'invoice.loveCode': 'loveCode',
  memo: 'memo',
}

/** What the server found wrong, at the fields of the form, and in words what none of them is about. */
export const errorsOfServer = (
  fields: Readonly<Record<string, string>>,
  draft: Draft,
): { readonly errors: FieldErrors; readonly other: string | undefined } => {
  const errors: Record<string, string> = {}
  const other: string[] = []
  for (const [path, message] of Object.entries(fields)) {
    const name = path === 'invoice.carrier' ? draft.carrier : formNames[path]
    if (name === undefined || name === 'member') other.push(message)
    else errors[name] = message
  }
  return { errors, other: other.length === 0 ? undefined : [...new Set(other)].join(' ') }
}
