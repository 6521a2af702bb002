import { awaitsMoney } from '@kaimai/contract/order/order.machine.ts'
import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconBuildingBank } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import css from './order-drawer.module.css'
import { orderKey } from './order.api.ts'
import { missTransfer } from './transfer.api.ts'
import { TransferDialog } from './transfer-dialog.tsx'

/** Whether money may still come to the merchant's own account for it. */
const awaitsTransfer = (order: StaffOrder): boolean =>
  order.transferDigits !== '' ||
  (awaitsMoney(order) &&
    (order.paymentState === 'onDelivery' ||
      order.paymentMethod === 'transfer' ||
      order.payments.some(({ method }) => method === 'transfer')))

/** What the buyer says of a bank transfer, and what the staff finds of it. */
export const TransferBox = ({ order }: { order: StaffOrder }) => {
  const t = useText('order')
  const f = useFormat()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const miss = useMutation({
    mutationFn: () => missTransfer(order.id),
    onSettled: () => queries.invalidateQueries({ queryKey: orderKey }),
  })
  if (!awaitsTransfer(order)) return null
  const { transferDigits: digits, total, currency } = order
  const ask = () =>
    askToConfirm({
      title: t('transfer.missTitle', { digits }),
      text: t('transfer.missText'),
      ok: t('transfer.miss'),
      run: async () => {
        await miss.mutateAsync()
        toast.good(t('transfer.missed'))
      },
    })
  return (
    <div className={css.transfer}>
      <p className="grow">
        <IconBuildingBank {...icon16} />
        {digits === ''
          ? t(order.paymentState === 'onDelivery' ? 'transfer.collect' : 'transfer.waits', {
              amount: f.money({ amount: total, currency }),
            })
          : t('transfer.reported', { digits })}
      </p>
      {order.mayRefund && (
        <p className="row-s">
          {digits !== '' && (
            <Button size="s" onClick={() => void ask()}>
              {t('transfer.miss')}
            </Button>
          )}
          <Button size="s" kind="primary" onClick={() => setOpen(true)}>
            {t('transfer.receive')}
          </Button>
        </p>
      )}
      {isOpen && <TransferDialog order={order} onClose={() => setOpen(false)} />}
    </div>
  )
}
