import { useEffect, useRef } from 'react'
import { Seller } from '../../../lib/audience/seller.tsx'
import { useNow } from '../../../lib/audience/use-now.ts'
import { useViewerFormat, useViewerZone } from '../../../lib/audience/use-viewer.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Frame } from './frame.tsx'
import { Hero } from './hero.tsx'
import type { Sale } from './page-data.ts'
import { Clock } from './plain-blocks.tsx'
import blocks from './blocks.module.css'
import css from './sales-view.module.css'
import { zoned } from './when.ts'

/** At most so late everybody comes back, so that they do not all come in one second; in ms. */
const spreadMs = 4000

/** A page before its time: what comes, and when; it opens by itself. */
export const SoonView = ({ sale }: { sale: Sale }) => {
  const t = useText('sales-page')
  const zone = useViewerZone()
  const nowMs = useNow(sale.now)
  const format = useViewerFormat(nowMs)
  const beginAt = sale.beginAt ?? sale.now
  const isTime = nowMs >= Date.parse(beginAt)
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isTime || isAsked.current) return
    isAsked.current = true
    const timer = setTimeout(() => location.reload(), 1000 + Math.random() * spreadMs)
    return () => {
      isAsked.current = false
      clearTimeout(timer)
    }
  }, [isTime])
  return (
    <Frame tone={sale.colorToneId}>
      <Hero sale={{ ...sale, endAt: null }} nowMs={nowMs} format={format} />
      <div className={css.column}>
        <div className={blocks.block}>
          {isTime ? (
            <p className={blocks.over} role="status">
              {t('soon.opening')}
            </p>
          ) : (
            <Clock untilMs={Date.parse(beginAt)} nowMs={nowMs} label={t('soon.title')} />
          )}
          <p className={css.when}>{t('soon.when', { when: zoned(format.dayTime(beginAt), beginAt, zone, format) })}</p>
        </div>
      </div>
      <div className={css.rest} />
      <Seller texts="sales-page" firm={sale.firm} />
    </Frame>
  )
}
