import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx'
import { eventText, methodText } from './order-labels.ts'

type OrderEvent = StaffOrder['events'][number]

const tones = new Map<string, TimelineStep['tone']>([
  ['paid', 'good'],
  ['paidLate', 'good'],
  ['seated', 'good'],
  ['paymentFailed', 'warn'],
  ['paymentMismatch', 'warn'],
  ['noticeRefused', 'warn'],
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
    // What a gateway noted is its own words.
    if (kind === 'paymentNoted') return memo
    return actorKind === 'gateway' ? t('payment.reference', { reference: memo }) : memo
  }
  return (
    <Timeline
      steps={events.map((event) => ({
        at: event.at,
        time: `${f.day(event.at)} ${f.timeOfSecond(event.at)}`,
        title: eventText(t, event.kind),
        by: event.actor === '' ? t(`actor.${event.actorKind}`) : event.actor,
        detail: memoOf(event),
        tone: tones.get(event.kind),
      }))}
    />
  )
}
