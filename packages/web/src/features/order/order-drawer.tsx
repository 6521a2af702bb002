import { canMove } from '@kaimai/contract/common/machine.ts'
import { paymentMachine } from '@kaimai/contract/order/order.machine.ts'
import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCheck, IconClock, IconCopy, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { copyText } from '../../ui/copy-field.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Drawer } from '../../ui/modal.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './order-drawer.module.css'
import { BuyerFacts, DeliveryFacts, InvoiceFacts } from './order-facts.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderMessages } from './order-messages.tsx'
import { OrderSessions } from './order-sessions.tsx'
import { FulfilmentChip, isToBeSent, PaymentChip } from './order-state.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { PaymentTries } from './payment-tries.tsx'
import { sourceText } from './order-labels.ts'
import { cancelOrder, orderKey, orderShown } from './order.api.ts'

/** An order beside the list. */
export const OrderDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useText('order')
  const { data, error, isError, refetch } = useQuery(orderShown(id))
  return (
    <Drawer
      open
      onClose={onClose}
      title={data ? t('show.title', { orderNo: data.orderNo }) : t('show.loading')}
      width={960}
    >
      {data ? (
        <OrderDetails order={data} />
      ) : isError ? (
        <ErrorState title={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonForm fields={6} />
      )}
    </Drawer>
  )
}

const OrderDetails = ({ order }: { order: StaffOrder }) => {
  const t = useText('order')
  return (
    <>
      <Summary order={order} />
      <div className={css.columns}>
        <div className={css.column}>
          <section>
            <h3>{t('section.lines')}</h3>
            <OrderLines order={order} />
          </section>
          <section>
            <h3>{t('section.messages')}</h3>
            <OrderMessages order={order} />
          </section>
          <section>
            <h3>{t('section.payments')}</h3>
            <PaymentTries order={order} />
          </section>
          <section>
            <h3>{t('section.timeline')}</h3>
            <OrderTimeline events={order.events} />
          </section>
        </div>
        <div className={css.column}>
          {order.sessions.length > 0 && (
            <section>
              <h3>{t('section.sessions')}</h3>
              <OrderSessions order={order} />
            </section>
          )}
          <section>
            <h3>{t('section.buyer')}</h3>
            <BuyerFacts order={order} />
          </section>
          <section>
            <h3>{t('section.delivery')}</h3>
            <DeliveryFacts order={order} />
          </section>
          <section>
            <h3>{t('section.invoice')}</h3>
            <InvoiceFacts order={order} />
          </section>
        </div>
      </div>
    </>
  )
}

const Summary = ({ order }: { order: StaffOrder }) => {
  const t = useText('order')
  const f = useFormat()
  const { paymentState, fulfilmentState, total, currency, createdAt, heldUntil, orderNo, source } = order
  return (
    <div className={css.summary}>
      <p className={css.total}>{f.money({ amount: total, currency })}</p>
      <p className={css.chips}>
        <PaymentChip state={paymentState} />
        {(fulfilmentState !== 'none' || isToBeSent(paymentState)) && <FulfilmentChip state={fulfilmentState} />}
      </p>
      <span className={css.copy}>
        <CopyNumber orderNo={orderNo} />
      </span>
      <p className={css.placed}>
        {t('show.placed', { time: f.near(createdAt) })}
        {`・${sourceText(t, order)}`}
      </p>
      {heldUntil !== null && (
        <p className={css.held}>
          <IconClock {...icon16} />
          {t(source === 'signup' ? 'show.placeHeldUntil' : 'show.heldUntil', { time: f.near(heldUntil) })}
        </p>
      )}
      {order.mayCancel && canMove(paymentMachine, paymentState, 'cancel') && <CancelOrder order={order} />}
      {paymentState === 'refundDue' && <p className={css.held}>{t('show.refundDue')}</p>}
    </div>
  )
}

const CancelOrder = ({ order: { id, orderNo } }: { order: StaffOrder }) => {
  const t = useText('order')
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelOrder(id),
    onSuccess: () => toast.good(t('show.cancelled')),
    // Also when it was paid or expired meanwhile: the drawer shows what it is now.
    onSettled: () => queries.invalidateQueries({ queryKey: orderKey }),
  })
  const ask = () =>
    askToConfirm({
      title: t('show.cancelTitle', { orderNo }),
      text: t('show.cancelText'),
      ok: t('show.cancel'),
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

const copiedShownMs = 2000

const CopyNumber = ({ orderNo }: { orderNo: string }) => {
  const t = useText('order')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedShownMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button
      kind="plain"
      size="s"
      icon={copied ? <IconCheck size={16} stroke={2} /> : <IconCopy {...icon16} />}
      onClick={() => void copyText(orderNo).then(() => setCopied(true))}
    >
      <span aria-live="polite">{t(copied ? 'show.copied' : 'show.copy')}</span>
    </Button>
  )
}
