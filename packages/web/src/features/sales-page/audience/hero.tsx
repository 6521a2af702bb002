import { IconClockHour4 } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { usePosters } from '../../../lib/audience/use-posters.tsx'
import { useViewerZone } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { FirmMark } from '../../../ui/audience/firm-mark.tsx'
import { Slides } from '../../../ui/audience/slides.tsx'
import { icon16 } from '../../../ui/icon-props.ts'
import css from './hero.module.css'
import { coversOf, type Sale } from './page-data.ts'
import { zoned } from './when.ts'

/** Beside the words where there is room, else as wide as the page. */
export const posterSizes = '(min-width: 1120px) 553px, (min-width: 760px) 50vw, 100vw'

/** Until this long before its end a page does not press. */
const soonMs = 14 * 86_400_000

/** What it is, whose it is, until when: what the first look must answer. */
export const Hero = ({ sale, nowMs, format }: { sale: Sale; nowMs: number; format: Format }) => {
  const t = useText('sales-page')
  const zone = useViewerZone()
  const { title, lead, firm, endAt } = sale
  const posters = coversOf(sale)
  // The tone stands for pictures where there are none.
  const slides = usePosters({ posters, title, sizes: posterSizes, texts: 'sales-page' })
  const endsSoon = endAt !== null && Date.parse(endAt) > nowMs && Date.parse(endAt) - nowMs < soonMs
  return (
    <div className={clsx(css.hero, posters.length === 0 && css.bare)}>
      <div className={css.poster}>
        <Slides className={css.slides} {...slides} />
      </div>
      <div className={css.words}>
        <p className={css.by}>
          <FirmMark name={firm.name} imgUrl={firm.imgUrl} />
          {firm.name}
        </p>
        {endsSoon && (
          <p className={css.until}>
            <IconClockHour4 {...icon16} />
            {t('until', { when: zoned(format.dayTime(endAt), endAt, zone, format) })}
          </p>
        )}
        <h1>{title}</h1>
        {lead !== '' && <p className={css.lead}>{lead}</p>}
      </div>
    </div>
  )
}
