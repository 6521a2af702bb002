import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import css from './order-timeline.module.css'
import { eventText, methodText } from './order-labels.ts'

type OrderEvent = StaffOrder['events'][number]

const tones = new Map<string, string>([
  ['paid', 'good'],
  ['paidLate', 'good'],
  ['seated', 'good'],
  ['paymentFailed', 'warn'],
  ['paymentMismatch', 'warn'],
  ['paidTwice', 'warn'],
  ['refundDue', 'warn'],
  ['expired', 'ended'],
  ['cancelled', 'ended'],
])

/** What has happened to the order, when and by whom; the newest last. */
export const OrderTimeline = ({ events }: { events: readonly OrderEvent[] }) => {
  const t = useText('order')
  const f = useFormat()
  const memoOf = ({ kind, memo, actorKind }: OrderEvent): string => {
    if (memo === '') return ''
    if (kind === 'paymentStarted' || kind === 'methodChanged') return methodText(t, memo)
    return actorKind === 'gateway' ? t('payment.reference', { reference: memo }) : memo
  }
  return (
    <ol className={css.timeline}>
      {events.map((event, index) => {
        const memo = memoOf(event)
        return (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${event.at}-${event.kind}-${index}`} data-tone={tones.get(event.kind)}>
            <p className={css.what}>{eventText(t, event.kind)}</p>
            <p className={css.when}>
              <time dateTime={event.at}>
                {f.day(event.at)} {f.timeOfSecond(event.at)}
              </time>
              <span>{event.actor === '' ? t(`actor.${event.actorKind}`) : event.actor}</span>
            </p>
            {memo !== '' && <p className={css.memo}>{memo}</p>}
          </li>
        )
      })}
    </ol>
  )
}
