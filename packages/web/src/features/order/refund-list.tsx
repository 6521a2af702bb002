import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { canMove } from '@kaimai/contract/common/machine.ts'
import { refundMachine, type RefundState } from '@kaimai/contract/refund/refund.machine.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ChipColour } from '../../ui/tag-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './order-drawer.module.css'
import { methodText } from './order-labels.ts'
import { orderKey } from './order.api.ts'
import { retryRefund, settleRefund, withdrawRefund } from './refund.api.ts'
import refundCss from './refund.module.css'

const colours: Readonly<Record<RefundState, ChipColour>> = {
  requested: 'blue',
  pending: 'blue',
  refused: 'yellow',
  manual: 'yellow',
  done: 'green',
  withdrawn: 'grey',
}

/** Money of the order that went back, or is to go back; the newest first. */
export const RefundList = ({ order }: { order: StaffOrder }) => (
  <ul className={css.tries}>
    {order.refunds.toReversed().map((refund) => (
      <Refund key={refund.id} order={order} refund={refund} />
    ))}
  </ul>
)

const Refund = ({ order, refund }: { order: StaffOrder; refund: StaffOrder['refunds'][number] }) => {
  const t = useText('order')
  const f = useFormat()
  const { state, amount, method, createdAt, createdBy, doneAt, doneBy, problem, account, memo } = refund
  const language = useLanguage()
  const words = language === 'en' && refund.wordsEn !== '' ? refund.wordsEn : refund.words
  const why = words !== '' ? t('refund.words', { words }) : problem !== '' ? t(`refund.gateway.${problem}`) : ''
  return (
    <li>
      <div className={clsx('grow', css.products)}>
        <p className={css.method}>
          <b>{methodText(t, method)}</b>
          <StatusChip colour={colours[state]}>{t(`refundState.${state}`)}</StatusChip>
        </p>
        <p>
          <span>{t('refund.by', { time: f.near(createdAt), name: createdBy })}</span>
          {doneAt !== null && doneBy !== '' && (
            <span>{t('refund.doneBy', { time: f.near(doneAt), name: doneBy })}</span>
          )}
          {refund.restocked && <span>{t('refund.restocked')}</span>}
        </p>
        {memo !== '' && <p>{memo}</p>}
        {why !== '' && state !== 'done' && <p className={refundCss.why}>{why}</p>}
        {account !== null && (
          <p className={refundCss.account}>{t('refund.account', { ...account, number: account.account })}</p>
        )}
        {state === 'manual' && account === null && <p>{t('refund.waitsForAccount')}</p>}
        {order.mayRefund && <Acts order={order} refund={refund} />}
      </div>
      <span className={css.amount}>{f.money({ amount, currency: order.currency })}</span>
    </li>
  )
}

const Acts = ({ order, refund }: { order: StaffOrder; refund: StaffOrder['refunds'][number] }) => {
  const t = useText('order')
  const f = useFormat()
  const queries = useQueryClient()
  const of = { id: order.id, refundId: refund.id }
  const { state } = refund
  const amount = f.money({ amount: refund.amount, currency: order.currency })
  const act = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSettled: () => queries.invalidateQueries({ queryKey: orderKey }),
  })
  const settle = () =>
    askToConfirm({
      title: t('refund.settleTitle', { amount }),
      text: t('refund.settleText'),
      ok: t('refund.settle'),
      run: () => act.mutateAsync(() => settleRefund(of, '')),
    })
  const withdraw = () =>
    askToConfirm({
      title: t('refund.withdrawTitle', { amount }),
      text: t(refund.restocked ? 'refund.withdrawStock' : 'refund.withdrawText'),
      ok: t('refund.withdraw'),
      danger: true,
      run: async () => {
        await act.mutateAsync(() => withdrawRefund(of))
        toast.good(t('refund.withdrawn'))
      },
    })
  if (!canMove(refundMachine, state, 'settleByHand')) return null
  return (
    <div className={refundCss.acts}>
      {canMove(refundMachine, state, 'retry') && (
        <Button size="s" busy={act.isPending} onClick={() => act.mutate(() => retryRefund(of))}>
          {t('refund.retry')}
        </Button>
      )}
      <Button size="s" onClick={() => void settle()}>
        {t('refund.settle')}
      </Button>
      {/* Of a cancelled order the money goes back in any case, unless it is a second payment. */}
      {(order.paymentState !== 'cancelled' || refund.owed) && (
        <Button size="s" onClick={() => void withdraw()}>
          {t('refund.withdraw')}
        </Button>
      )}
    </div>
  )
}
