import { awaitsMoney } from '@kaimai/contract/order/order.machine.ts'
import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isCallError } from '../../lib/http/call-error.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledCheckbox, LabelledNumber, LabelledTextarea } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { orderKey } from './order.api.ts'
import css from './refund.module.css'
import { receiveTransfer } from './transfer.api.ts'

const memoMax = 200

/** What came in, against what is due: the same, less that is accepted, or more that is owed back. */
export const TransferDialog = ({ order, onClose }: { order: StaffOrder; onClose: () => void }) => {
  const t = useText('order')
  const f = useFormat()
  const labels = useLabels()
  const queries = useQueryClient()
  const { id, orderNo, currency } = order
  const isFirst = awaitsMoney(order)
  const open = order.payments.findLast(({ method, state }) => method === 'transfer' && state !== 'paid')
  const due = open?.amount ?? order.total
  const [received, setReceived] = useState<number | undefined>(due / 100)
  const [acceptShort, setAcceptShort] = useState(false)
  const [memo, setMemo] = useState('')
  const [isPressed, setPressed] = useState(false)
  const money = (amount: number) => f.money({ amount, currency })
  // What can't be read is no money.
  const amount = Math.round((received || 0) * 100)
  const beside = isFirst ? amount - due : 0
  const isShort = beside < 0
  const send = useMutation({
    mutationFn: () =>
      receiveTransfer(id, { received: amount, acceptShort: isShort && acceptShort, asExtra: !isFirst, memo }),
    onSuccess: () => {
      toast.good(t('transfer.done', { amount: money(amount) }))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: orderKey }),
  })
  const problem =
    amount <= 0
      ? t('transfer.noAmount')
      : isShort && !acceptShort
        ? t('transfer.short', { short: money(-beside) })
        : isCallError(send.error)
          ? send.error.message
          : undefined
  const press = () => {
    setPressed(true)
    if (amount > 0 && (!isShort || acceptShort)) send.mutate()
  }
  return (
    <Modal
      open
      onTop
      title={t('transfer.title', { orderNo })}
      width={480}
      {...(send.isPending ? {} : { onClose })}
      footer={
        <>
          <Button disabled={send.isPending} onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button kind="primary" busy={send.isPending} onClick={press}>
            {t(isFirst ? 'transfer.confirm' : 'transfer.confirmExtra')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <p className={css.note}>{isFirst ? t('transfer.due', { amount: money(due) }) : t('transfer.extraNote')}</p>
        <LabelledNumber
          name="received"
          label={t('transfer.received')}
          prefix={`${currency === 'TWD' ? 'NT' : 'US'}$`}
          value={received}
          decimals={currency === 'TWD' ? 0 : 2}
          description={beside > 0 ? t('transfer.over', { over: money(beside) }) : undefined}
          onChange={setReceived}
        />
        {isShort && amount > 0 && (
          <LabelledCheckbox
            label={t('transfer.acceptShort', { short: money(-beside) })}
            value={acceptShort}
            onChange={setAcceptShort}
          />
        )}
        <LabelledTextarea
          name="memo"
          label={t('refund.memo')}
          description={t('refund.memoNote')}
          value={memo}
          max={memoMax}
          rows={2}
          onChange={setMemo}
        />
        {isPressed && problem !== undefined && (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </Modal>
  )
}
