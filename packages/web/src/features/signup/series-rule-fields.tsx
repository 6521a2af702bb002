import { Select, TextInput } from '@mantine/core'
import type { SeriesInfo } from '@kaimai/contract/signup/signup-parts.ts'
import { slotSteps } from '@kaimai/contract/signup/series.rules.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { LabelledDate } from '../../ui/date-time-field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { LabelledSelect } from '../../ui/field.tsx'
import { icon14, icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import css from './series-editor.module.css'
import { weekdaysIn } from './series-labels.ts'

type Rule = SeriesInfo['rule']
type Weekly = Extract<Rule, { kind: 'weekly' }>
type JustInTime = Extract<Rule, { kind: 'justInTime' }>
export type ErrorAt = (path: string) => string | undefined

interface RuleProps<R extends Rule> {
  readonly rule: R
  readonly onChange: (rule: R) => void
  readonly errorAt: ErrorAt
}

const timesMax = 50

export const WeeklyFields = ({ rule, onChange, errorAt }: RuleProps<Weekly>) => {
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
        <ul className="stack-s">
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
                icon={<IconX {...icon16} />}
                onClick={() => onChange({ ...rule, times: times.toSpliced(place, 1) })}
              />
            </li>
          ))}
          {times.length < timesMax && (
            <li>
              <Button kind="plain" size="s" icon={<IconPlus {...icon14} />} onClick={add}>
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

export const JustInTimeFields = ({ rule, onChange, errorAt }: RuleProps<JustInTime>) => {
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

/** When the series runs, and the days it leaves out. */
export const PeriodFields = ({ rule, onChange, errorAt }: RuleProps<Rule>) => {
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
        <ul className={clsx('wrap', css.except)} aria-label={t('series.except')}>
          {except.map((day) => (
            <li key={day}>
              {labels.wallTime(day)}
              <IconButton
                label={t('series.removeExcept', { day: labels.wallTime(day) })}
                icon={<IconX {...icon14} />}
                onClick={() => onChange({ ...rule, except: except.filter((each) => each !== day) })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
