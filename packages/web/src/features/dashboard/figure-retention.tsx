import type { Retention, StageItem } from '@kaimai/contract/figure/retention.schema.ts'
import { gridOf, stepOf } from '@kaimai/contract/figure/figure-grid.rules.ts'
import { shownShareOf } from '@kaimai/contract/figure/share.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { TimeChart } from '../../ui/time-chart.tsx'
import { axisOf } from './chart-axis.ts'
import { type OpensRows, RowsButton } from './figure-rows.tsx'
import { liveRetention } from './figures.api.ts'
import figures from './figures.module.css'
import { StageLane } from './stage-lane.tsx'
import { FoldedTable } from './text-table.tsx'
import { useSpanText } from './use-span-text.ts'

/** As many instants as are drawn: finer than a screen shows them. */
const pointsMost = 600

const usePersonsText = (joined: number) => {
  const t = useText('dashboard')
  const f = useFormat()
  return (persons: number): string => {
    const share = shownShareOf(persons, joined)
    const count = t('figures.persons', { count: persons })
    return share === null ? count : t('figures.retention.share', { persons: count, share: f.percent(share) })
  }
}

interface FigureRetentionProps extends OpensRows {
  readonly liveId: string
  readonly isRunning: boolean
  /** Names the live where there are two. */
  readonly of?: string
}

/** How many were there at each second of the video, with what stood on the stage under it. */
export const FigureRetention = ({ liveId, isRunning, of, onRows }: FigureRetentionProps) => {
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
        <Chart title={title} data={data} onRows={onRows} />
      )}
    </section>
  )
}

const Chart = ({ title, data, onRows }: { readonly title: string; readonly data: Retention } & OpensRows) => {
  const t = useText('dashboard')
  const f = useFormat()
  const { persons, joined, stage } = data
  const seconds = Math.max(1, data.seconds)
  const personsText = usePersonsText(joined)
  const whenOf = useSpanText()
  const at = (second: number | null): number => persons[Math.min(second ?? persons.length - 1, persons.length - 1)] ?? 0
  const nameOf = ({ kind, text }: StageItem): string =>
    `${t(`figures.stage.${kind}`)} · ${text === '' ? t('figures.goneProduct') : text}`
  const last = Math.max(0, persons.length - 1)
  const most = persons.reduce((highest, count) => Math.max(highest, count), 0)
  const { until, ticks } = axisOf(seconds)
  const items = stage.map((item) => ({
    kind: item.kind,
    from: item.fromSecond,
    until: Math.min(item.untilSecond ?? persons.length, seconds),
    isDrawn: item.kind === 'product',
    name: nameOf(item),
    note: whenOf(item),
  }))
  return (
    <>
      <p className="caption">{t('figures.retention.most', { persons: personsText(most) })}</p>
      <TimeChart
        kind="area"
        summary={t('figures.retention.summary', {
          joined: t('figures.persons', { count: joined }),
          last: personsText(at(null)),
          when: f.duration(last),
        })}
        points={gridOf(Math.ceil(seconds / pointsMost), last).map((second) => ({
          at: second,
          label: f.duration(second),
          real: at(second),
          simulated: 0,
        }))}
        until={until}
        ticks={ticks}
        tick={f.duration}
        format={personsText}
        short={f.short}
        top={joined}
        names={{ real: t('figures.retention.inRoom'), simulated: t('figures.simulated') }}
        marks={items}
        failed={t('figures.chartFailed')}
        lane={
          items.length === 0 ? undefined : (
            <StageLane
              until={until}
              items={items.map(({ kind, from, until, name, note }) => ({
                kind,
                from,
                until,
                name: `${name} · ${note}`,
              }))}
            />
          )
        }
      />
      <FoldedTable
        label={t('figures.asTable', { title })}
        heads={[t('figures.when'), t('figures.retention.inRoom')]}
        rows={gridOf(stepOf(seconds), last).map((second) => {
          const [when, value] = [f.duration(second), personsText(at(second))]
          return [
            when,
            <RowsButton
              key="persons"
              value={value}
              name={`${t('figures.rows.title.present')} · ${when}`}
              onOpen={onRows && at(second) > 0 ? () => onRows('present', { second }, when) : undefined}
            >
              {value}
            </RowsButton>,
          ]
        })}
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
