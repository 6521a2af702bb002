import { IconClockHour4 } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useViewerZone } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { FirmMark } from '../../../ui/audience/firm-mark.tsx'
import { icon16 } from '../../../ui/icon-props.ts'
import css from './hero.module.css'
import type { Sale } from './page-data.ts'
import { Poster } from './poster.tsx'
import { zoned } from './when.ts'

/** Until this long before its end a page does not press. */
const soonMs = 14 * 86_400_000

/** What it is, whose it is, until when: what the first look must answer. */
export const Hero = ({ sale, nowMs, format }: { sale: Sale; nowMs: number; format: Format }) => {
  const t = useText('sales-page')
  const zone = useViewerZone()
  const { posters, title, lead, firm, endAt } = sale
  const endsSoon = endAt !== null && Date.parse(endAt) > nowMs && Date.parse(endAt) - nowMs < soonMs
  return (
    <div className={clsx(css.hero, posters.length === 0 && css.bare)}>
      <div className={css.poster}>
        <Poster posters={posters} title={title} />
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
