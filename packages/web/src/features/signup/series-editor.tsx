import { Select, TextInput } from '@mantine/core'
import { SeriesInfo } from '@kaimai/contract/signup/signup-parts.ts'
import { slotsOf, slotSteps } from '@kaimai/contract/signup/series.rules.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { errorsOf } from '../../lib/form/field-error.ts'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { LabelledDate } from '../../ui/date-time-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { LabelledInput, LabelledNumber, LabelledSelect } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import css from './series-editor.module.css'
import { weekdaysIn } from './series-labels.ts'
import type { TemplateLive } from './signup.api.ts'

type Rule = SeriesInfo['rule']
type Weekly = Extract<Rule, { kind: 'weekly' }>
type JustInTime = Extract<Rule, { kind: 'justInTime' }>
type ErrorAt = (path: string) => string | undefined

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
      <div className={css.fields}>
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

interface RuleProps<R extends Rule> {
  readonly rule: R
  readonly onChange: (rule: R) => void
  readonly errorAt: ErrorAt
}

const timesMax = 50

const WeeklyFields = ({ rule, onChange, errorAt }: RuleProps<Weekly>) => {
  const t = useText('signup')
  const days = weekdaysIn(useLanguage(), 'long').map((label, day) => ({ value: String(day), label }))
  const { times } = rule
  const set = (place: number, patch: Partial<Weekly['times'][number]>) =>
    onChange({ ...rule, times: times.map((time, index) => (index === place ? { ...time, ...patch } : time)) })
  const add = () => {
    const last = times.at(-1)
    onChange({ ...rule, times: [...times, { day: ((last?.day ?? 2) + 1) % 7, at: last?.at ?? '20:00' }] })
  }
  return (
    <FieldFrame label={t('series.times')} error={errorAt('rule.times')} group>
      {() => (
        <ul className={css.times}>
          {times.map((time, place) => (
            // A time has nothing of its own but its place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place} className={css.time}>
              <Select
                aria-label={t('series.dayOf', { number: place + 1 })}
                data={days}
                value={String(time.day)}
                onChange={(day) => set(place, { day: Number(day) })}
                allowDeselect={false}
                comboboxProps={{ offset: 4 }}
              />
              <TextInput
                type="time"
                aria-label={t('series.timeOf', { number: place + 1 })}
                value={time.at}
                onChange={(event) => set(place, { at: event.currentTarget.value })}
                error={errorAt(`rule.times.${place}.at`)}
              />
              <IconButton
                label={t('series.removeTime', { number: place + 1 })}
                icon={<IconX size={16} stroke={1.75} aria-hidden="true" />}
                onClick={() => onChange({ ...rule, times: times.toSpliced(place, 1) })}
              />
            </li>
          ))}
          {times.length < timesMax && (
            <li>
              <Button kind="plain" size="s" icon={<IconPlus size={14} stroke={1.75} />} onClick={add}>
                {t('series.addTime')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </FieldFrame>
  )
}

const halfHours = Array.from(
  { length: 49 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
)

const JustInTimeFields = ({ rule, onChange, errorAt }: RuleProps<JustInTime>) => {
  const t = useText('signup')
  const hours = (own: string, list: readonly string[]) =>
    [...new Set([...list, own])].toSorted().map((value) => ({ value, label: value }))
  return (
    <div className={css.three}>
      <LabelledSelect
        label={t('series.every')}
        value={String(rule.everyMinutes)}
        onChange={(step) => {
          const everyMinutes = slotSteps.find((each) => String(each) === step)
          if (everyMinutes !== undefined) onChange({ ...rule, everyMinutes })
        }}
        choices={slotSteps.map((step) => ({ value: String(step), label: t('series.minutes', { count: step }) }))}
      />
      <LabelledSelect
        label={t('series.opens')}
        value={rule.opensAt}
        onChange={(opensAt) => opensAt !== '' && onChange({ ...rule, opensAt })}
        choices={hours(rule.opensAt, halfHours.slice(0, -1))}
        error={errorAt('rule.opensAt')}
      />
      <LabelledSelect
        label={t('series.closes')}
        value={rule.closesAt}
        onChange={(closesAt) => closesAt !== '' && onChange({ ...rule, closesAt })}
        choices={hours(rule.closesAt, halfHours.slice(1))}
        error={errorAt('rule.closesAt')}
      />
    </div>
  )
}

const exceptionsMax = 100

const PeriodFields = ({ rule, onChange, errorAt }: RuleProps<Rule>) => {
  const t = useText('signup')
  const labels = useLabels()
  const { from, until, except } = rule
  const leaveOut = (day: string) => {
    if (day === '' || except.includes(day) || except.length >= exceptionsMax) return
    onChange({ ...rule, except: [...except, day].toSorted() })
  }
  return (
    <>
      <div className={css.three}>
        <LabelledDate
          label={t('series.from')}
          value={from ?? ''}
          onChange={(day) => onChange({ ...rule, from: day === '' ? null : day })}
          placeholder={t('series.fromNow')}
          clearable
          error={errorAt('rule.from')}
        />
        <LabelledDate
          label={t('series.until')}
          value={until ?? ''}
          onChange={(day) => onChange({ ...rule, until: day === '' ? null : day })}
          placeholder={t('series.noEnd')}
          clearable
          error={errorAt('rule.until')}
        />
        <LabelledDate
          label={t('series.except')}
          value=""
          onChange={leaveOut}
          placeholder={t('series.addExcept')}
          error={errorAt('rule.except')}
        />
      </div>
      {except.length > 0 && (
        <ul className={css.except} aria-label={t('series.except')}>
          {except.map((day) => (
            <li key={day}>
              {labels.wallTime(day)}
              <IconButton
                label={t('series.removeExcept', { day: labels.wallTime(day) })}
                icon={<IconX size={14} stroke={1.75} aria-hidden="true" />}
                onClick={() => onChange({ ...rule, except: except.filter((each) => each !== day) })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
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
