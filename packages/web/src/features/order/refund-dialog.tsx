import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { showMoney } from '@kaimai/contract/common/money.ts'
import { piecesLeft, planRefund, restOf } from '@kaimai/contract/refund/refund.rules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledCheckbox, LabelledNumber, LabelledSwitch, LabelledTextarea } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Quantity } from '../../ui/quantity.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { orderKey } from './order.api.ts'
import { refundableOf, refundOrder } from './refund.api.ts'
import { choiceOf, hasPieces, type RefundKind, type RefundValues, startingValues } from './refund-choice.ts'
import css from './refund.module.css'

const memoMax = 200

/** What is given back, and whether its pieces go on sale again. */
export const RefundDialog = ({ order, onClose }: { order: StaffOrder; onClose: () => void }) => {
  const t = useText('order')
  const labels = useLabels()
  const queries = useQueryClient()
  const tried = useRef<string>(undefined)
  const [values, setValues] = useState<RefundValues>(startingValues)
  const [isPressed, setPressed] = useState(false)
  const refundable = refundableOf(order)
  const { currency } = order
  const money = (amount: number) => showMoney({ amount, currency })
  // A late payment bought nothing: all of it goes back.
  const isOwed = order.paymentState === 'refundDue'
  const set = (change: Partial<RefundValues>) => {
    setValues({ ...values, ...change })
    // Another refund than the one whose answer was lost.
    tried.current = undefined
  }
  const choice = choiceOf(values)
  const planned = planRefund(refundable, choice)
  const amount = 'plan' in planned ? planned.plan.amount : 0
  const problem =
    'problem' in planned ? t(`refund.problem.${planned.problem}`, { rest: money(planned.rest) }) : undefined
  const withPieces = !isOwed && hasPieces(values, refundable)
  const refund = useMutation({
    mutationFn: () =>
      refundOrder(
        order,
        { paymentId: null, choice, restock: withPieces && values.restock, cancel: false, memo: values.memo },
        { tried: tried.current, trying: (refundId) => (tried.current = refundId) },
      ),
    onSuccess: () => {
      toast.good(t('refund.made', { amount: money(amount) }))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: orderKey }),
  })
  const press = () => {
    setPressed(true)
    if ('plan' in planned) refund.mutate()
  }
  const kinds: readonly RefundKind[] = isOwed ? ['whole'] : ['whole', 'lines', 'amount']
  return (
    <Modal
      open
      onTop
      title={t('refund.title', { orderNo: order.orderNo })}
      width={520}
      {...(refund.isPending ? {} : { onClose })}
      footer={
        <>
          <Button disabled={refund.isPending} onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button kind="danger" busy={refund.isPending} onClick={press}>
            {amount === 0 ? t('refund.do') : t('refund.doAmount', { amount: money(amount) })}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {kinds.length > 1 && (
          <Segmented
            label={t('refund.what')}
            value={values.kind}
            onChange={(kind) => set({ kind })}
            options={kinds.map((value) => ({ value, label: t(`refund.kind.${value}`) }))}
          />
        )}
        {values.kind === 'whole' && (
          <p className={css.note}>{t('refund.wholeNote', { amount: money(restOf(refundable)) })}</p>
        )}
        {values.kind === 'lines' && <RefundLines order={order} values={values} onChange={set} />}
        {values.kind === 'amount' && (
          <LabelledNumber
            name="amount"
            label={t('refund.amount')}
            prefix={`${currency === 'TWD' ? 'NT' : 'US'}$`}
            value={values.amount}
            decimals={currency === 'TWD' ? 0 : 2}
            description={t('refund.amountNote', { rest: money(restOf(refundable)) })}
            onChange={(typed) => set({ amount: typed })}
          />
        )}
        {withPieces && (
          <LabelledSwitch
            label={t('refund.restock')}
            description={t('refund.restockNote')}
            value={values.restock}
            onChange={(restock) => set({ restock })}
          />
        )}
        <LabelledTextarea
          name="memo"
          label={t('refund.memo')}
          description={t('refund.memoNote')}
          value={values.memo}
          max={memoMax}
          rows={2}
          onChange={(memo) => set({ memo })}
        />
        {order.source === 'signup' && <p className={css.note}>{t('refund.seatsNote')}</p>}
        {isPressed && problem !== undefined && (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </Modal>
  )
}

interface RefundLinesProps {
  readonly order: StaffOrder
  readonly values: RefundValues
  readonly onChange: (change: Partial<RefundValues>) => void
}

/** How many pieces of each line, and which fees. */
const RefundLines = ({ order, values, onChange }: RefundLinesProps) => {
  const t = useText('order')
  const f = useFormat()
  const { currency, lines, deliveryFee, paymentFee } = order
  const { feesRefunded } = refundableOf(order)
  const money = (amount: number) => f.money({ amount, currency })
  return (
    <>
      <ul className={css.lines}>
        {lines.map((line, place) => {
          const left = piecesLeft({ ...line, place })
          const name = line.variantName === '' ? line.productName : `${line.productName} ${line.variantName}`
          return (
            // Lines never change their order.
            <li key={place}>
              <span className="grow">
                {name}
                <p className="caption">
                  {left === 0 ? t('refund.lineDone') : t('refund.lineLeft', { price: money(line.price), count: left })}
                </p>
              </span>
              <Quantity
                label={name}
                value={values.pieces[place] ?? 0}
                max={left}
                onChange={(quantity) => onChange({ pieces: { ...values.pieces, [place]: quantity } })}
              />
            </li>
          )
        })}
      </ul>
      {deliveryFee > 0 && !feesRefunded.delivery && (
        <LabelledCheckbox
          label={t('refund.deliveryFee', { amount: money(deliveryFee) })}
          value={values.deliveryFee}
          onChange={(value) => onChange({ deliveryFee: value })}
        />
      )}
      {paymentFee > 0 && !feesRefunded.payment && (
        <LabelledCheckbox
          label={t('refund.paymentFee', { amount: money(paymentFee) })}
          value={values.paymentFee}
          onChange={(value) => onChange({ paymentFee: value })}
        />
      )}
    </>
  )
}
