import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import type { OrderView } from './order-view.ts'
import parts from './order-parts.module.css'
import css from './timeline.module.css'
import { type Step, timelineOf } from './timeline.ts'

/** What stands under a step: when it was, or what it means for now. */
const useNotes = (order: ShopperOrder, nowMs: number, format: Format) => {
  const t = useText('order')
  const totalQuantity = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const leftUntil = (untilMs: number): string => {
    const minutes = Math.max(0, Math.ceil((untilMs - nowMs) / 60_000))
    const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
    if (days > 0) return t('note.daysLeft', { days, hours })
    return hours > 0 ? t('note.hoursLeft', { hours, minutes: minutes % 60 }) : t('note.minutesLeft', { minutes })
  }
  return (step: Step): string => {
    const when = step.at === undefined ? '' : format.near(step.at)
    switch (step.name) {
      case 'placed':
        return order.paymentState === 'pending' ? t('note.placed', { when, count: totalQuantity }) : when
      case 'waitTransfer': {
        const until = order.paymentCode?.expiresAt
        return until === undefined ? '' : leftUntil(Date.parse(until))
      }
      case 'preparing':
        return step.state === 'now' ? t('note.preparing') : when
      case 'atStore':
        return order.deliveryText
      case 'atShop':
        return step.state === 'next' ? t('note.atShop') : when
      case 'shipped':
        return step.state === 'next' ? t('note.shipped') : when
      default:
        return when
    }
  }
}

export const Timeline = ({
  order,
  view,
  nowMs,
  format,
}: {
  order: ShopperOrder
  view: OrderView
  nowMs: number
  format: Format
}) => {
  const t = useText('order')
  const noteOf = useNotes(order, nowMs, format)
  return (
    <section className={css.card} aria-labelledby="timeline-title">
      <h2 className={parts.heading} id="timeline-title">
        {t('timeline')}
      </h2>
      <ol className={css.line}>
        {timelineOf(order, view).map((step, place) => {
          const note = noteOf(step)
          return (
            <li key={`${step.name}-${place}`} className={css[step.state]} aria-current={step.state === 'now' && 'step'}>
              <span className={css.pin} aria-hidden="true">
                {step.state === 'past' && <IconCheck size={12} stroke={3} />}
                {step.state === 'ended' && <IconX size={12} stroke={3} />}
              </span>
              <b className="bold-line">{step.isKnown ? t(`step.${step.name}`) : step.name}</b>
              {note !== '' && <small>{note}</small>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
