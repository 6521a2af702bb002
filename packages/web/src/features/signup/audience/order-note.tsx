import { IconCircleCheck, IconClockHour4 } from '@tabler/icons-react'
import { paths } from '../../../lib/paths/paths.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { icon24 } from '../../../ui/icon-props.ts'
import css from './order-note.module.css'
import { type HeldOrder, useHeldOrders } from './use-held-orders.ts'

/** An order waits for its payment, or its place is held. */
const OrderNote = ({ order, format }: { order: HeldOrder; format: Format }) => {
  const t = useText('signup')
  const { paymentState, total, currency, heldUntil, sessions, orderKey, orderNo } = order
  const isUnpaid = paymentState === 'pending'
  const [seat] = sessions
  const price = format.money({ amount: total, currency })
  return (
    <aside className={css.note} aria-label={t('order.label', { number: orderNo })} data-unpaid={isUnpaid || undefined}>
      {isUnpaid ? <IconClockHour4 {...icon24} /> : <IconCircleCheck {...icon24} />}
      <div>
        <b>{t(isUnpaid ? 'order.unpaid' : 'order.paid', { price })}</b>
        <p>
          {isUnpaid
            ? heldUntil === null
              ? t('order.unpaidText')
              : t('order.heldUntil', { when: format.near(heldUntil) })
            : sessions.map(({ beginAt }) => format.dayTime(beginAt)).join(t('dot'))}
        </p>
      </div>
      <ActionLink kind="plain" href={!isUnpaid && seat && seat.path !== '' ? seat.path : paths.order({ orderKey })}>
        {t(isUnpaid ? 'order.pay' : 'order.open')}
      </ActionLink>
    </aside>
  )
}

/** Back on a paid form: what became of the orders that this device made. */
export const OrderNotes = ({
  customUrl,
  orderKeys,
  format,
}: {
  customUrl: string
  orderKeys: readonly string[]
  format: Format
}) =>
  useHeldOrders(customUrl, orderKeys).map((order) => <OrderNote key={order.orderKey} order={order} format={format} />)
