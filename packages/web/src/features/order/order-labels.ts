import { paymentMethods } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { orderEventKinds, type OrderRow } from '@kaimai/contract/order/order.schema.ts'
import type { Text } from '../../lib/i18n/use-text.tsx'

const invoiceClasses = ['mobileBarcode', 'certificate', 'member', 'paper', 'company', 'donation'] as const
const invoiceFields = ['carrier', 'taxId', 'title', 'loveCode'] as const
const tryStates = ['created', 'waiting', 'paid', 'failed', 'expired'] as const

const labelsOf =
  (group: string, known: readonly string[]) =>
  (t: Text, name: string): string =>
    known.includes(name) ? t(`${group}.${name}`) : name

// What the server may add later is shown by its own name until there is a word for it.
export const methodText = labelsOf('method', paymentMethods)
export const eventText = labelsOf('event', orderEventKinds)
export const invoiceClassText = labelsOf('invoiceClass', invoiceClasses)
export const invoiceFieldText = labelsOf('invoiceField', invoiceFields)
export const tryStateText = labelsOf('tryState', tryStates)

/** Where an order comes from: a room by its live, the others by what they are too. */
export const sourceText = (t: Text, { source, sourceName }: Pick<OrderRow, 'source' | 'sourceName'>): string =>
  source === 'room' && sourceName !== ''
    ? sourceName
    : [t(`source.${source}`), sourceName].filter((part) => part !== '').join('・')
