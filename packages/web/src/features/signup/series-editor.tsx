import { SeriesInfo } from '@kaimai/contract/signup/signup-parts.ts'
import { slotsOf } from '@kaimai/contract/signup/series.rules.ts'
import { useState } from 'react'
import { errorsOf } from '../../lib/form/field-error.ts'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { LabelledInput, LabelledNumber, LabelledSelect } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import css from './series-editor.module.css'
import { type ErrorAt, JustInTimeFields, PeriodFields, WeeklyFields } from './series-rule-fields.tsx'
import type { TemplateLive } from './signup.api.ts'

type Rule = SeriesInfo['rule']

interface SeriesEditorProps {
  readonly start: SeriesInfo
  readonly isNew: boolean
  readonly templates: readonly TemplateLive[]
  readonly onSave: (series: SeriesInfo) => void
  readonly onClose: () => void
}

/** Times shown so that one sees what the rule means. */
const shownSlots = 4

/** A series: which live it copies, and when. */
export const SeriesEditor = ({ start, isNew, templates, onSave, onClose }: SeriesEditorProps) => {
  const t = useText('signup')
  const language = useLanguage()
  const labels = useLabels()
  const f = useFormat()
  const [series, setSeries] = useState(start)
  const [tried, setTried] = useState(false)
  const errors = errorsOf(SeriesInfo, series, language)
  const errorAt: ErrorAt = (path) => (tried ? errors[path] : undefined)
  const { rule } = series
  const set = (patch: Partial<SeriesInfo>) => setSeries({ ...series, ...patch })
  const setKind = (kind: Rule['kind']) => {
    const { from, until, except } = rule
    const next: Rule =
      kind === 'weekly'
        ? { kind, times: [{ day: 3, at: '20:00' }], from, until, except }
        : { kind, everyMinutes: 15, opensAt: '10:00', closesAt: '22:00', from, until, except }
    if (kind !== rule.kind) set({ rule: next })
  }
  const save = () => {
    setTried(true)
    if (Object.keys(errors).length === 0) onSave(series)
  }
  if (templates.length === 0) {
    return (
      <Modal open onClose={onClose} title={t('series.create')}>
        <EmptyState
          art="video"
          title={t('series.noTemplate')}
          text={t('series.noTemplateText')}
          action={
            <Button to={paths.liveStreamNew({ pageType: 'create', platformType: 'video' })}>
              {t('sessions.toLive')}
            </Button>
          }
        />
      </Modal>
    )
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t(isNew ? 'series.create' : 'series.change')}
      width={560}
      closeOnClickOutside={false}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button kind="primary" onClick={save}>
            {t(isNew ? 'series.addIt' : 'series.saveIt')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <LabelledSelect
          label={t('series.template')}
          description={t('series.templateHint')}
          required
          searchable
          value={series.templateLiveId}
          onChange={(templateLiveId) => set({ templateLiveId })}
          choices={templates.map(({ liveId, liveName, beginAt }) => ({
            value: liveId,
            label: `${liveName}・${f.dayTime(beginAt)}`,
          }))}
          error={errorAt('templateLiveId')}
        />
        <TwoColumns>
          <LabelledInput
            label={t('series.title')}
            value={series.title}
            onChange={(title) => set({ title })}
            placeholder={templates.find(({ liveId }) => liveId === series.templateLiveId)?.liveName ?? ''}
            max={80}
            error={errorAt('title')}
          />
          <LabelledNumber
            label={t('series.capacity')}
            value={series.capacity ?? undefined}
            onChange={(capacity) => set({ capacity: capacity ?? null })}
            placeholder={t('sessions.unlimited')}
            error={errorAt('capacity')}
          />
        </TwoColumns>
        <FieldFrame label={t('series.kind')} description={t(`series.kindHint.${rule.kind}`)} group>
          {() => (
            <Segmented
              label={t('series.kind')}
              value={rule.kind}
              onChange={setKind}
              options={[
                { value: 'weekly', label: t('series.weekly') },
                { value: 'justInTime', label: t('series.justInTime') },
              ]}
            />
          )}
        </FieldFrame>
        {rule.kind === 'weekly' ? (
          <WeeklyFields rule={rule} onChange={(next) => set({ rule: next })} errorAt={errorAt} />
        ) : (
          <JustInTimeFields rule={rule} onChange={(next) => set({ rule: next })} errorAt={errorAt} />
        )}
        <PeriodFields rule={rule} onChange={(next) => set({ rule: next })} errorAt={errorAt} />
        <NextSlots rule={rule} isRight={Object.keys(errors).every((path) => !path.startsWith('rule'))} />
      </div>
    </Modal>
  )
}

const NextSlots = ({ rule, isRight }: { rule: Rule; isRight: boolean }) => {
  const t = useText('signup')
  const labels = useLabels()
  const f = useFormat()
  const [now] = useState(() => Date.now())
  const slots = isRight ? slotsOf(rule, now, shownSlots) : []
  return (
    <p className={css.next} role="status">
      {slots.length === 0
        ? t('series.noNext')
        : t('series.coming', { times: labels.series(slots.map((slot) => f.dayTime(new Date(slot).toISOString()))) })}
    </p>
  )
}
