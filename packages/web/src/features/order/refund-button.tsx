import { canMove } from '@kaimai/contract/common/machine.ts'
import { paymentMachine } from '@kaimai/contract/order/order.machine.ts'
import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import css from './order-drawer.module.css'
import { orderKey } from './order.api.ts'
import { refundOrder } from './refund.api.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** Opens what is given back, while there is something to give back and who looks may. */
export const RefundButton = ({ order }: { order: StaffOrder }) => {
  const t = useText('order')
  const [isOpen, setOpen] = useState(false)
  const isPaidHere = order.payments.some(({ state, isExtra }) => state === 'paid' && !isExtra)
  if (!order.mayRefund || !isPaidHere || !canMove(paymentMachine, order.paymentState, 'refund')) return null
  return (
    <>
      <Button size="s" icon={<IconReceiptRefund {...icon16} />} onClick={() => setOpen(true)}>
        {t('refund.button')}
      </Button>
      {isOpen && <RefundDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A second payment of a paid order, and the one press that gives it back. */
export const ExtraPayment = ({ order }: { order: StaffOrder }) => {
  const t = useText('order')
  const f = useFormat()
  const queries = useQueryClient()
  const tried = useRef<string>(undefined)
  const extra = order.payments.find(
    ({ state, isExtra, amount, refunded }) => state === 'paid' && isExtra && refunded < amount,
  )
  const refund = useMutation({
    mutationFn: (paymentId: string) =>
      refundOrder(
        order,
        { paymentId, choice: { kind: 'whole' }, restock: false, cancel: false, memo: '' },
        { tried: tried.current, trying: (refundId) => (tried.current = refundId) },
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: orderKey }),
  })
  if (extra === undefined) return null
  const amount = f.money({ amount: extra.amount - extra.refunded, currency: order.currency })
  const ask = () =>
    askToConfirm({
      title: t('refund.extraTitle', { amount }),
      text: t('refund.extraText'),
      ok: t('refund.extraButton'),
      run: async () => {
        await refund.mutateAsync(extra.id)
        toast.good(t('refund.made', { amount }))
      },
    })
  return (
    <div className={css.held}>
      <span className="grow">{t('refund.extra', { amount })}</span>
      {order.mayRefund && (
        <Button size="s" onClick={() => void ask()}>
          {t('refund.extraButton')}
        </Button>
      )}
    </div>
  )
}
