import { cancelWithoutRefund } from '@kaimai/contract/order/order.machine.ts'
import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconClock, IconX } from '@tabler/icons-react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy-field.tsx'
import { DetailColumns, DetailSection, DetailSections } from '../../ui/details.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './order-drawer.module.css'
import { BuyerFacts, DeliveryFacts, InvoiceFacts } from './order-facts.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderMessages } from './order-messages.tsx'
import { OrderSessions } from './order-sessions.tsx'
import { FulfilmentChip, isToBeSent, PaymentChip } from './order-state.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { CancelPaid } from './cancel-paid.tsx'
import { ExtraPayment, RefundButton } from './refund-button.tsx'
import { RefundList } from './refund-list.tsx'
import { PaymentTries } from './payment-tries.tsx'
import { TransferBox } from './transfer-box.tsx'
import { sourceText } from './order-labels.ts'
import { cancelOrder, orderKey, orderShown } from './order.api.ts'

/** An order beside the list. */
export const OrderDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useText('order')
  const query = useQuery(orderShown(id))
  return (
    <LoadedDrawer
      query={query}
      title={({ orderNo }) => t('show.title', { orderNo })}
      loading={t('show.loading')}
      width={960}
      fields={6}
      onClose={onClose}
    >
      {(order) => <OrderDetails order={order} />}
    </LoadedDrawer>
  )
}

const OrderDetails = ({ order }: { order: StaffOrder }) => {
  const t = useText('order')
  return (
    <>
      <Summary order={order} />
      <DetailColumns>
        <DetailSections>
          <DetailSection title={t('section.lines')}>
            <OrderLines order={order} />
          </DetailSection>
          {order.refunds.length > 0 && (
            <DetailSection title={t('section.refunds')}>
              <RefundList order={order} />
            </DetailSection>
          )}
          <DetailSection title={t('section.messages')}>
            <OrderMessages order={order} />
          </DetailSection>
          <DetailSection title={t('section.payments')}>
            <PaymentTries order={order} />
          </DetailSection>
          <DetailSection title={t('section.timeline')}>
            <OrderTimeline events={order.events} />
          </DetailSection>
        </DetailSections>
        <DetailSections>
          {order.sessions.length > 0 && (
            <DetailSection title={t('section.sessions')}>
              <OrderSessions order={order} />
            </DetailSection>
          )}
          <DetailSection title={t('section.buyer')}>
            <BuyerFacts order={order} />
          </DetailSection>
          <DetailSection title={t('section.delivery')}>
            <DeliveryFacts order={order} />
          </DetailSection>
          <DetailSection title={t('section.invoice')}>
            <InvoiceFacts order={order} />
          </DetailSection>
        </DetailSections>
      </DetailColumns>
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
      <p className="row-s">
        <PaymentChip state={paymentState} />
        {order.refundDue > 0 && paymentState !== 'refundDue' && (
          <StatusChip colour="yellow">{t('refund.due')}</StatusChip>
        )}
        {(fulfilmentState !== 'none' || isToBeSent(paymentState)) && <FulfilmentChip state={fulfilmentState} />}
      </p>
      <span className={css.copy}>
        <CopyButton value={orderNo} label={t('show.copy')} done={t('show.copied')} />
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
      {order.mayCancel && cancelWithoutRefund(order) !== undefined && <CancelOrder order={order} />}
      <CancelPaid order={order} />
      {paymentState === 'refundDue' && <p className={css.held}>{t('show.refundDue')}</p>}
      <TransferBox order={order} />
      <ExtraPayment order={order} />
      <RefundButton order={order} />
    </div>
  )
}

const CancelOrder = ({ order: { id, orderNo, paymentState } }: { order: StaffOrder }) => {
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
      text: t(paymentState === 'paid' ? 'show.cancelFreeText' : 'show.cancelText'),
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
