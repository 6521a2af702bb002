import type { FulfilmentState, PaymentState } from '@kaimai/contract/order/order.machine.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ChipColour } from '../../ui/tag-chip.tsx'

const paymentColours: Readonly<Record<PaymentState, ChipColour>> = {
  pending: 'yellow',
  onDelivery: 'blue',
  paid: 'green',
  partlyRefunded: 'blue',
  refunded: 'grey',
  expired: 'grey',
  cancelled: 'grey',
  refundDue: 'yellow',
}

const fulfilmentColours: Readonly<Record<FulfilmentState, ChipColour>> = {
  none: 'grey',
  preparing: 'blue',
  shipped: 'blue',
  delivered: 'green',
  completed: 'green',
  returned: 'grey',
}

/** What was paid. */
export const PaymentChip = ({ state }: { state: PaymentState }) => {
  const t = useText('order')
  return <StatusChip colour={paymentColours[state]}>{t(`paymentState.${state}`)}</StatusChip>
}

/** Where the products are. */
export const FulfilmentChip = ({ state }: { state: FulfilmentState }) => {
  const t = useText('order')
  return <StatusChip colour={fulfilmentColours[state]}>{t(`fulfilmentState.${state}`)}</StatusChip>
}

/** Products of these orders are to be sent, or were. */
export const isToBeSent = (state: PaymentState): boolean =>
  state === 'paid' || state === 'partlyRefunded' || state === 'onDelivery'
