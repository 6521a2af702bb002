import { noonOf } from '@kaimai/contract/common/taipei.ts'
import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import type { RowFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { isCallError } from '../../lib/http/call-error.ts'
import { fileDay, useSheetDownload } from '../../lib/sheet/download-sheet.ts'
import { ExportMenu } from '../../resource/export-menu.tsx'
import { DayFilter } from '../../ui/day-filter.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { FilterSelect, Toolbar } from '../../ui/toolbar.tsx'
import { useFiguresBefore } from './figure-change.tsx'
import { RoomCharts, SalesChart } from './figure-charts.tsx'
import { FigureCohorts } from './figure-cohorts.tsx'
import { FigureComparison } from './figure-comparison.tsx'
import { FigureFunnel } from './figure-funnel.tsx'
import { FigureRetention } from './figure-retention.tsx'
import type { OpenRows } from './figure-rows.tsx'
import { FigureRowsDrawer } from './figure-rows-drawer.tsx'
import { FigureSources } from './figure-sources.tsx'
import { FigureSums } from './figure-sums.tsx'
import { FigureTables } from './figure-tables.tsx'
import { dashboardFigures, figuresExport, isUnderWay, placeOf, type RowsOf } from './figures.api.ts'
import css from './figures.module.css'
import { useFigureChoice } from './use-figure-choice.ts'

/** As many lives as the choice offers; any other is reached by its address. */
const livesOffered = 30
/** The figures of a live or of days: how many came how far, and what sold. */
export const FiguresSection = ({ lives }: { readonly lives: readonly LiveRow[] }) => {
  const t = useText('dashboard')
  const f = useFormat()
  const { choice, other, today, dayAgo, choose } = useFigureChoice()
  // Days that reach until today are still being added to while any live runs.
  const addsToDays = choice.live === '' && choice.to >= today && lives.some(({ status }) => isUnderWay(status))
  const { data, error, isPending, refetch } = useQuery(dashboardFigures(choice, addsToDays))
  const before = useFiguresBefore(choice, lives)
  const isRunning = choice.live === '' ? addsToDays : isUnderWay(data?.live?.status)
  const sheet = useSheetDownload()
  const download = (format: 'xlsx' | 'csv') =>
    sheet.download({
      route: figuresExport,
      query: { ...placeOf(choice), format },
      name: `${t('figures.title')}-${fileDay()}`,
    })
  const [opened, setOpened] = useState<{ readonly figure: RowFigure; readonly of: RowsOf; readonly name: string }>()
  const mayRows = useMay('form')
  const onRows: OpenRows | undefined = mayRows
    ? (figure, of = {}, name = '') => setOpened({ figure, of, name })
    : undefined
  // Whoever may not see figures has a dashboard without them.
  if (isCallError(error, 'forbidden')) return null
  const begun = lives.filter(({ status }) => status === 'live' || status === 'ended' || status === 'open')
  const offered = begun.slice(0, livesOffered).map(({ id, liveName, beginAt }) => ({
    value: id,
    label: `${liveName} · ${f.day(beginAt)}`,
  }))
  const chosen = data?.live ?? null
  const isOther = chosen !== null && choice.live === chosen.id && offered.every(({ value }) => value !== chosen.id)
  const choices = isOther
    ? [{ value: chosen.id, label: `${chosen.liveName} · ${f.day(chosen.beginAt)}` }, ...offered]
    : offered
  const quick = [7, 30, 90].map((days) => ({ label: t('figures.lastDays', { count: days }), day: dayAgo(days - 1) }))
  return (
    <section className={css.section} aria-labelledby="figures-title">
      <header className={css.head}>
        <h2 id="figures-title">{t('figures.title')}</h2>
        <p className="caption">{t('figures.zone')}</p>
        {data?.hasFigures === true && (
          <span className={css.export}>
            <ExportMenu size="s" kind="plain" label={t('figures.export')} busy={sheet.busy} onExport={download} />
          </span>
        )}
      </header>
      <Toolbar
        end={
          choice.live !== '' && (
            <Segmented
              label={t('figures.whom')}
              value={choice.withSimulated ? 'all' : 'real'}
              onChange={(value) => choose('simulated', value === 'all' ? '1' : '')}
              options={[
                { value: 'real', label: t('figures.real') },
                { value: 'all', label: t('figures.withSimulated') },
              ]}
            />
          )
        }
      >
        <FilterSelect
          label={t('figures.live')}
          value={choice.live}
          onChange={(value) => choose('live', value)}
          choices={choices}
        />
        {choice.live !== '' && (
          <FilterSelect
            label={t('figures.compare.with')}
            value={other}
            onChange={(value) => choose('compare', value)}
            choices={offered.filter(({ value }) => value !== choice.live)}
          />
        )}
        {choice.live === '' && (
          <>
            <DayFilter
              label={t('figures.from')}
              value={choice.from}
              shown={f.day(noonOf(choice.from))}
              onChange={(day) => choose('from', day)}
              latest={choice.to}
              quick={quick}
            />
            <DayFilter
              label={t('figures.to')}
              value={choice.to}
              shown={f.day(noonOf(choice.to))}
              onChange={(day) => choose('to', day)}
              latest={today}
            />
          </>
        )}
      </Toolbar>
      {isPending && <SkeletonList rows={3} />}
      {error !== null && data === undefined && (
        <ErrorState
          title={t('figures.failed')}
          text={isCallError(error) ? (Object.values(error.fields ?? {})[0] ?? error.message) : error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && !data.hasFigures && (
        <EmptyState art="people" title={t('figures.firstDay.title')} text={t('figures.firstDay.text')} />
      )}
      {data?.hasFigures === true && (
        <div className="stack">
          {chosen !== null && (
            <p className="row-s">
              <b>{chosen.liveName}</b>
              {chosen.status === 'live' && <StatusChip live>{t('status.live')}</StatusChip>}
              {chosen.isRemoved && <StatusChip colour="grey">{t('figures.removed')}</StatusChip>}
            </p>
          )}
          <FigureSums data={data} before={before} onRows={onRows} />
          <div className={css.beside}>
            <div className={chosen === null ? css.alone : css.stacked}>
              {chosen === null ? (
                <SalesChart data={data} onRows={onRows} />
              ) : (
                <RoomCharts data={data} live={chosen} withSimulated={choice.withSimulated} onRows={onRows} />
              )}
            </div>
            <FigureFunnel
              funnel={data.funnel}
              links={data.associationRecommendChartList.map(({ association }) => association)}
              link={choice.association}
              onLink={(link) => choose('association', link)}
              stayed={choice.stayed}
              onStayed={(minutes) => choose('stayed', minutes)}
              onRows={onRows}
            />
          </div>
          {chosen !== null && <SalesChart data={data} onRows={onRows} />}
          {chosen !== null && other !== '' && <FigureComparison data={data} choice={choice} other={other} />}
          {chosen !== null && (
            <FigureRetention liveId={chosen.id} isRunning={chosen.status === 'live'} onRows={onRows} />
          )}
          <FigureSources choice={choice} isRunning={isRunning} onRows={onRows} />
          <FigureTables data={data} onRows={onRows} />
          {chosen === null && <FigureCohorts onRows={onRows} />}
        </div>
      )}
      {opened !== undefined && <FigureRowsDrawer {...opened} choice={choice} onClose={() => setOpened(undefined)} />}
    </section>
  )
}
