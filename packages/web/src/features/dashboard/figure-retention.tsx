import type { Retention, StageItem } from '@kaimai/contract/figure/retention.schema.ts'
import { gridOf, stepOf } from '@kaimai/contract/figure/figure-grid.rules.ts'
import { shownShareOf } from '@kaimai/contract/figure/share.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import css from './figure-retention.module.css'
import { liveRetention } from './figures.api.ts'
import figures from './figures.module.css'
import { FoldedTable } from './text-table.tsx'

const height = 120

/** A line that stays level within each second, down to the ground at both ends. */
const pathOf = (persons: readonly number[], highest: number): string => {
  const levels = persons.flatMap((count, second) => {
    // Only where it changes: a live has thousands of seconds.
    if (second > 0 && persons[second - 1] === count) return []
    const y = Math.round((height - (count / highest) * height) * 10) / 10
    return [`H${second}V${y}`]
  })
  return `M0 ${height}${levels.join('')}H${persons.length}V${height}Z`
}

const usePersonsText = (joined: number) => {
  const t = useText('dashboard')
  const f = useFormat()
  return (persons: number): string => {
    const share = shownShareOf(persons, joined)
    const count = t('figures.persons', { count: persons })
    return share === null ? count : t('figures.retention.share', { persons: count, share: f.percent(share) })
  }
}

interface FigureRetentionProps {
  readonly liveId: string
  readonly isRunning: boolean
  /** Names the live where there are two. */
  readonly of?: string
}

/** How many were there at each second of the video, with what stood on the stage under it. */
export const FigureRetention = ({ liveId, isRunning, of }: FigureRetentionProps) => {
  const t = useText('dashboard')
  const title = of === undefined ? t('figures.retention.title') : t('figures.retention.titleOf', { live: of })
  const { data } = useQuery(liveRetention(liveId, isRunning))
  if (data === undefined) return null
  return (
    <section className={figures.part} aria-label={title}>
      <h3 className={figures.title}>
        {title}
        <HelpTip text={t('figures.formula.retention')} />
      </h3>
      {data.joined === 0 ? (
        <p className="empty-line">{t('figures.none.retention')}</p>
      ) : (
        <Chart title={title} data={data} />
      )}
    </section>
  )
}

const Chart = ({ title, data }: { readonly title: string; readonly data: Retention }) => {
  const t = useText('dashboard')
  const f = useFormat()
  const { persons, joined, stage } = data
  const seconds = Math.max(1, data.seconds)
  const personsText = usePersonsText(joined)
  const at = (second: number | null): number => persons[Math.min(second ?? persons.length - 1, persons.length - 1)] ?? 0
  const untilOf = ({ untilSecond }: StageItem): number => Math.min(untilSecond ?? seconds, seconds)
  const whenOf = ({ fromSecond, untilSecond }: StageItem): string =>
    untilSecond === null
      ? t('figures.showing.toEnd', { from: f.duration(fromSecond) })
      : `${f.duration(fromSecond)} – ${f.duration(untilSecond)}`
  const nameOf = ({ kind, text }: StageItem): string =>
    `${t(`figures.stage.${kind}`)} · ${text === '' ? t('figures.goneProduct') : text}`
  const last = persons.length - 1
  const most = persons.reduce((highest, count) => Math.max(highest, count), 0)
  return (
    <>
      <p className="caption">{t('figures.retention.most', { persons: personsText(most) })}</p>
      <figure className={css.chart}>
        <svg
          role="img"
          aria-label={t('figures.retention.summary', {
            joined: t('figures.persons', { count: joined }),
            last: personsText(at(null)),
            when: f.duration(Math.max(0, last)),
          })}
          viewBox={`0 0 ${seconds} ${height}`}
          preserveAspectRatio="none"
        >
          <path className={css.area} d={pathOf(persons, joined)} />
        </svg>
        {stage.length > 0 && (
          <div className={css.lane} aria-hidden="true">
            {stage.map((item, place) => (
              <span
                key={place}
                className={clsx(css.item, css[item.kind])}
                title={`${nameOf(item)} · ${whenOf(item)}`}
                style={{
                  left: `${(item.fromSecond / seconds) * 100}%`,
                  width: `${(Math.max(0, untilOf(item) - item.fromSecond) / seconds) * 100}%`,
                }}
              />
            ))}
          </div>
        )}
        <p className={clsx('caption', css.axis)} aria-hidden="true">
          {[0, Math.floor(seconds / 2), seconds].map((second) => (
            <span key={second}>{f.duration(second)}</span>
          ))}
        </p>
      </figure>
      <FoldedTable
        label={t('figures.asTable', { title })}
        heads={[t('figures.when'), t('figures.retention.inRoom')]}
        rows={gridOf(stepOf(seconds), last).map((second) => [f.duration(second), personsText(at(second))])}
      />
      {stage.length > 0 && (
        <FoldedTable
          label={t('figures.asTable', { title: `${title} · ${t('figures.retention.script')}` })}
          heads={[
            t('figures.when'),
            t('figures.retention.item'),
            t('figures.retention.before'),
            t('figures.retention.after'),
          ]}
          rows={stage.map((item) => [
            whenOf(item),
            nameOf(item),
            personsText(at(item.fromSecond)),
            personsText(at(item.untilSecond)),
          ])}
        />
      )}
    </>
  )
}
