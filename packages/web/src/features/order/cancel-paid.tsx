import { canMove } from '@kaimai/contract/common/machine.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { isUnsent, paymentMachine } from '@kaimai/contract/order/order.machine.ts'
import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { piecesLeft, restOf } from '@kaimai/contract/refund/refund.rules.ts'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { orderKey } from './order.api.ts'
import { refundableOf, refundOrder } from './refund.api.ts'

/** Methods that no payment company gives money back by: the staff transfers it. */
const byHand: readonly PaymentMethod[] = ['atm', 'cvs', 'barcode', 'transfer', 'cod']

/** Cancels a paid order that is not sent yet, and gives its money back, while who looks may. */
export const CancelPaid = ({ order }: { order: StaffOrder }) => {
  const t = useText('order')
  const f = useFormat()
  const queries = useQueryClient()
  const tried = useRef<string>(undefined)
  const payment = order.payments.find(({ state, isExtra }) => state === 'paid' && !isExtra)
  const refundable = refundableOf(order)
  const rest = restOf(refundable)
  const amount = f.money({ amount: rest, currency: order.currency })
  const cancel = useMutation({
    mutationFn: () =>
      refundOrder(
        order,
        { paymentId: null, choice: { kind: 'whole' }, restock: true, cancel: true, memo: '' },
        { tried: tried.current, trying: (refundId) => (tried.current = refundId) },
      ),
    onSuccess: () => toast.good(t('cancelPaid.done', { amount })),
    // Also when a colleague was first: the drawer shows what it is now.
    onSettled: () => queries.invalidateQueries({ queryKey: orderKey }),
  })
  const isCancellable = canMove(paymentMachine, order.paymentState, 'cancelPaid') && isUnsent(order.fulfilmentState)
  // Seats of a paid sign-up stay until the staff takes them off.
  if (!order.mayRefund || !isCancellable || order.source === 'signup' || payment === undefined || rest <= 0) return null
  const hasPieces = refundable.lines.some((line) => piecesLeft(line) > 0)
  const isByHand = byHand.some((method) => method === payment.method)
  const ask = () =>
    askToConfirm({
      title: t('cancelPaid.title', { orderNo: order.orderNo }),
      text: t('cancelPaid.text', {
        amount,
        stock: t(hasPieces ? 'cancelPaid.stock' : 'cancelPaid.noStock'),
        way: t(isByHand ? 'cancelPaid.byHand' : 'cancelPaid.byGateway'),
      }),
      ok: t('cancelPaid.do', { amount }),
      cancel: t('show.keep'),
      danger: true,
      run: () => cancel.mutateAsync(),
    })
  return (
    <Button kind="danger" size="s" icon={<IconX {...icon16} />} onClick={() => void ask()}>
      {t('show.cancel')}
    </Button>
  )
}
