import type { SeriesInfo } from '@kaimai/contract/signup/signup-parts.ts'
import { slotsOf } from '@kaimai/contract/signup/series.rules.ts'
import { IconAlertTriangle, IconPencil, IconRepeat, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { newId } from '../../lib/ids/new-id.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Thumb } from '../../ui/thumb.tsx'
import { SeriesEditor } from './series-editor.tsx'
import css from './series-field.module.css'
import { useRuleLabels } from './series-labels.ts'
import type { TemplateLive } from './signup.api.ts'

interface SeriesFieldProps {
  readonly value: readonly SeriesInfo[]
  readonly onChange: (series: SeriesInfo[]) => void
  readonly templates: readonly TemplateLive[]
  /** Whether there are live hours: without any, slots are not offered. */
  readonly hoursLeft: boolean
  readonly errorAt: (path: string) => string | undefined
}

const seriesMax = 10

const newSeries = (templateLiveId: string): SeriesInfo => ({
  id: newId(),
  title: '',
  templateLiveId,
  capacity: null,
  rule: { kind: 'weekly', times: [{ day: 3, at: '20:00' }], from: null, until: null, except: [] },
})

/** Sessions that come again and again by a rule. */
export const SeriesField = ({ value, onChange, templates, hoursLeft, errorAt }: SeriesFieldProps) => {
  const t = useText('signup')
  const [edited, setEdited] = useState<SeriesInfo>()
  const save = (series: SeriesInfo) => {
    const isThere = value.some(({ id }) => id === series.id)
    onChange(isThere ? value.map((each) => (each.id === series.id ? series : each)) : [...value, series])
    setEdited(undefined)
  }
  const error = errorAt('seriesList')
  return (
    <div data-field="seriesList">
      {value.length > 0 && (
        <ul className={css.list} aria-label={t('series.list')}>
          {value.map((series, index) => (
            <SeriesRow
              key={series.id}
              series={series}
              template={templates.find(({ liveId }) => liveId === series.templateLiveId)}
              error={errorAt(`seriesList.${index}.templateLiveId`) ?? errorAt(`seriesList.${index}.rule`)}
              onEdit={() => setEdited(series)}
              onRemove={() => onChange(value.filter(({ id }) => id !== series.id))}
            />
          ))}
        </ul>
      )}
      {value.length > 0 && !hoursLeft && (
        <p className={css.warn} role="status">
          <IconAlertTriangle {...icon16} />
          {t('series.noHours')}
        </p>
      )}
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {value.length < seriesMax && (
        <Button
          kind="add"
          icon={<IconRepeat {...icon16} />}
          onClick={() => setEdited(newSeries(templates[0]?.liveId ?? ''))}
          aria-haspopup="dialog"
        >
          {t('series.add')}
        </Button>
      )}
      {edited && (
        <SeriesEditor
          key={edited.id}
          start={edited}
          isNew={value.every(({ id }) => id !== edited.id)}
          templates={templates}
          onSave={save}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

interface SeriesRowProps {
  readonly series: SeriesInfo
  readonly template: TemplateLive | undefined
  readonly error: string | undefined
  readonly onEdit: () => void
  readonly onRemove: () => void
}

const SeriesRow = ({ series, template, error, onEdit, onRemove }: SeriesRowProps) => {
  const t = useText('signup')
  const f = useFormat()
  const labelsOf = useRuleLabels()
  const name = series.title || (template?.liveName ?? t('series.templateGone'))
  const [now] = useState(() => Date.now())
  const [next] = slotsOf(series.rule, now, 1)
  return (
    <li className={css.row}>
      <Thumb src={template?.imageUrl} width={64} height={36} />
      <div className={css.what}>
        <p className="name-line">{name}</p>
        <p className="caption">{labelsOf(series.rule)}</p>
        <p className="caption">
          {next === undefined ? t('series.noNext') : t('series.next', { when: f.near(new Date(next).toISOString()) })}
          {series.capacity !== null && `・${t('series.places', { count: series.capacity })}`}
        </p>
        {(error ?? (template ? undefined : t('series.templateGone'))) !== undefined && (
          <p className={css.error}>{error ?? t('series.templateGone')}</p>
        )}
      </div>
      <IconButton label={t('series.edit', { name })} icon={<IconPencil {...icon16} />} onClick={onEdit} />
      <IconButton label={t('sessions.remove', { name })} icon={<IconX {...icon16} />} onClick={onRemove} />
    </li>
  )
}
