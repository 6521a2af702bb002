import type { Delivery, Invoice } from '@kaimai/contract/order/checkout.schema.ts'
import { isPaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { SavedParts } from '../../../customer/profile.api.ts'
import type { Draft } from './draft.ts'

const ofDelivery = (delivery: Delivery): Partial<Draft> => {
  const { type, ...fields } = delivery
  return { deliveryType: type, ...fields }
}

const ofInvoice = (invoice: Invoice): Partial<Draft> => {
  switch (invoice.class) {
    case 'mobileBarcode':
      return { invoiceKind: 'cloud', carrier: 'mobileBarcode', mobileBarcode: invoice.carrier }
    case 'certificate':
      return { invoiceKind: 'cloud', carrier: 'certificate', certificate: invoice.carrier }
    case 'member':
      return { invoiceKind: 'cloud', carrier: 'member' }
    case 'company':
      return { invoiceKind: 'company', taxId: invoice.taxId, companyTitle: invoice.title }
    case 'donation':
      return { invoiceKind: 'donation', loveCode: invoice.loveCode }
    case 'paper':
      return { invoiceKind: 'paper' }
  }
}

/** What was saved, as the form holds it; what was not saved stays as it is. */
export const draftOfSaved = ({ personal, delivery, invoice, paymentMethod }: SavedParts): Partial<Draft> => ({
  ...personal,
  ...(delivery ? ofDelivery(delivery) : {}),
  ...(invoice ? ofInvoice(invoice) : {}),
  ...(isPaymentMethod(paymentMethod) ? { paymentMethod } : {}),
})
