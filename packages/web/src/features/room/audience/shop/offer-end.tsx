import { clsx } from 'clsx'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { lateTexts } from '../room/lazy-texts.ts'
import { useWaits } from '../room/use-waits.ts'
import css from './offer-end.module.css'
import { clockText, countedMs, hurryMs, offerEndOf } from './offer-end.rules.ts'
import type { ShelfProduct } from './offer-state.ts'
import { useShop } from './shop-context.ts'

/** What an offer has left of its time: on the card's line, and as a bar at its picture. */
const OfferEnd = ({ product }: { readonly product: ShelfProduct }) => {
  const t = useText('room')
  const format = useFormat()
  const { live, place, serverNow } = useShop().selling
  const times = { beginAtMs: Date.parse(live.beginAt), endAtMs: Date.parse(live.endAt) }
  const nowMs = serverNow()
  const end = offerEndOf(product.prices, times, { nowMs, place })
  // Counts on by the second; what it says is read from the clock itself.
  useWaits(end?.untilMs ?? 0, serverNow)
  if (end === undefined) return null
  const leftMs = end.untilMs - nowMs
  if (leftMs > countedMs)
    return <span>{t('offer.until', { time: format.near(new Date(end.untilMs).toISOString()) })}</span>
  const isHurry = leftMs <= hurryMs
  return (
    <>
      <span className={clsx(css.left, isHurry && 'low')}>{t('offer.left', { time: clockText(leftMs) })}</span>
      <i className={clsx(css.bar, isHurry && css.hurry)} aria-hidden="true">
        <i style={{ width: `${Math.round(end.left * 100)}%` }} />
      </i>
    </>
  )
}

/** The time left with its own texts. */
export const loadOfferEnd = () => withTexts(lateTexts, OfferEnd)
