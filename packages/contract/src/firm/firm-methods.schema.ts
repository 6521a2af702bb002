import { z } from 'zod'
import { Line, OptionalLine, TypedCode } from '../common/fields.ts'
import { because, common } from '../common/error-text.ts'
import { plainLine } from '../common/typed-text.ts'
import { deliveryTypes, isTaxId, loveCodePattern, readCode } from '../order/checkout.rules.ts'
import { orderErrors } from '../order/order.errors.ts'
import { AccountNumber, BankCode } from '../payment/bank-account.schema.ts'
import { firmErrors } from './firm.errors.ts'
import { invoiceClasses, invoiceProviders, invoiceTimes } from './firm.rules.ts'

/** A company tax id, or nothing. */
export const OptionalTaxId = z
  .string()
  .overwrite(readCode)
  .refine((id) => id === '' || isTaxId(id), because(orderErrors.taxIdWrong))

/** Fees and thresholds in minor units; the highest is NT$100,000. */
const Fee = z.number().int().min(0, because(common.tooSmall)).max(10_000_000, because(common.tooBig))

const areDifferent = <T>(list: readonly T[], by: (item: T) => string): boolean =>
  new Set(list.map(by)).size === list.length

/** One way to deliver as the firm sets it; the order of the list is the one shoppers see. */
export const DeliverySetting = z.object({
  type: z.enum(deliveryTypes),
  fee: Fee,
  /** No fee from this subtotal on; null: never free. */
  freeFrom: z.number().int().min(1, because(firmErrors.freeBelowNothing)).max(1e12).nullable(),
  note: OptionalLine(60),
})
export type DeliverySetting = z.output<typeof DeliverySetting>

export const DeliverySettings = z
  .array(DeliverySetting)
  .min(1, because(firmErrors.noDelivery))
  .max(deliveryTypes.length)
  .refine((list) => areDifferent(list, ({ type }) => type), because(firmErrors.twiceOffered))

/** The firm's own id at a gateway; empty: none yet. */
const MerchantId = OptionalLine(40).regex(/^[\w-]*$/, because(firmErrors.merchantIdWrong))

export const Gateways = z.object({
  ecpay: MerchantId,
  paynow: MerchantId,
  newebpay: MerchantId,
  linepay: MerchantId,
})
export type Gateways = z.output<typeof Gateways>

/** The account for bank transfers; all empty: none. */
export const TransferAccount = z.object({
  bankCode: BankCode(firmErrors.bankCodeWrong),
  account: AccountNumber(6, firmErrors.accountWrong),
  holder: z.string().overwrite(plainLine).max(60, because(common.tooLong)),
})
export type TransferAccount = z.output<typeof TransferAccount>

export const Donation = z.object({
  loveCode: TypedCode(readCode).regex(loveCodePattern, because(orderErrors.loveCodeWrong)),
  name: Line(40),
})

export const InvoiceSetting = z.object({
  provider: z.enum(invoiceProviders),
  merchantId: MerchantId,
  /** As it stands on invoices; empty: as in the firm's legal information. */
  sellerName: OptionalLine(60),
  sellerTaxId: OptionalTaxId,
  sellerAddress: OptionalLine(100),
  /** What checkout offers first. */
  defaultClass: z.enum(invoiceClasses),
  issueAt: z.enum(invoiceTimes),
  /** Whom shoppers can donate invoices to, in this order. */
  donations: z
    .array(Donation)
    .max(20)
    .refine((list) => areDifferent(list, ({ loveCode }) => loveCode), because(firmErrors.loveCodeTwice)),
})
export type InvoiceSetting = z.output<typeof InvoiceSetting>

export const noGateways: Gateways = { ecpay: '', paynow: '', newebpay: '', linepay: '' }
export const noTransfer: TransferAccount = { bankCode: '', account: '', holder: '' }
/** Of a firm that has set nothing. */
export const firstInvoiceSetting: InvoiceSetting = {
  provider: 'none',
  merchantId: '',
  sellerName: '',
  sellerTaxId: '',
  sellerAddress: '',
  defaultClass: 'mobileBarcode',
  issueAt: 'paid',
  donations: [],
}
