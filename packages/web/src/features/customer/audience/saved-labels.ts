import type { Profile } from '@kaimai/contract/customer/profile.schema.ts'
import type { Text } from '../../../lib/i18n/use-text.tsx'

/** Where it goes, on one line; empty: nothing is saved. */
export const placeLabels = (delivery: Profile['delivery'], t: Text): string => {
  switch (delivery?.type) {
    case 'home':
      return `${delivery.county}${delivery.district}${delivery.address}`
    case 'store':
      return delivery.storeName
    case 'self':
    case 'none':
      return t(`delivery.${delivery.type}`)
    case undefined:
      return ''
  }
}

/** The kind of invoice and, where it has one, its code. */
export const invoiceLabels = (invoice: Profile['invoice'], t: Text): { title: string; code: string } => {
  if (invoice === null) return { title: '', code: '' }
  const title = t(`invoice.${invoice.class}`)
  switch (invoice.class) {
    case 'mobileBarcode':
    case 'certificate':
      return { title, code: invoice.carrier }
    case 'company':
      return { title, code: [invoice.taxId, invoice.title].filter((word) => word !== '').join(' ') }
    case 'donation':
      return { title, code: invoice.loveCode }
    case 'member':
    case 'paper':
      return { title, code: '' }
  }
}
