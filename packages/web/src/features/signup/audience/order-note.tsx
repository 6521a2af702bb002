import { IconCircleCheck } from '@tabler/icons-react'
import { paths } from '../../../lib/paths/paths.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { icon24 } from '../../../ui/icon-props.ts'
import { Unpaid } from '../../order/unpaid.api.tsx'
import { paidFormShopId } from './device-signups.ts'
import css from './order-note.module.css'
import { type HeldOrder, useHeldOrders } from './use-held-orders.ts'

/** The place of a paid order is held. */
const OrderNote = ({ order, format }: { order: HeldOrder; format: Format }) => {
  const t = useText('signup')
  const { sessions, orderKey, orderNo } = order
  const [seat] = sessions
  return (
    <aside className={css.note} aria-label={t('order.label', { number: orderNo })}>
      <IconCircleCheck {...icon24} />
      <div className="grow">
        <b className="strong">{t('order.paid')}</b>
        <p>{sessions.map(({ beginAt }) => format.dayTime(beginAt)).join(t('dot'))}</p>
      </div>
      <ActionLink kind="plain" href={seat && seat.path !== '' ? seat.path : paths.order({ orderKey })}>
        {t('order.open')}
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
}) => {
  const held = useHeldOrders(customUrl, orderKeys)
  return (
    <>
      <Unpaid shopId={paidFormShopId(customUrl)} of={() => ({ signupUrl: customUrl })} source="signup" on="page" />
      {held
        .filter(({ paymentState }) => paymentState !== 'pending')
        .map((order) => (
          <OrderNote key={order.orderKey} order={order} format={format} />
        ))}
    </>
  )
}
