import { Select, Switch, TextInput } from '@mantine/core'
import { hasOptions, type QuestionKind, questionKinds, questionLimits } from '@kaimai/contract/signup/question.rules.ts'
import type { Question } from '@kaimai/contract/signup/signup-parts.ts'
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { newId } from '../../lib/ids/new-id.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { icon14, icon16 } from '../../ui/icon-props.ts'
import { ReorderGrip } from '../../ui/reorder-grip.tsx'
import css from './question-list-field.module.css'
import { moveItem } from '../../lib/list/move-item.ts'
import { useReorder } from '../../ui/use-reorder.ts'

interface QuestionListProps {
  readonly value: readonly Question[]
  readonly onChange: (questions: Question[]) => void
  readonly errorAt: (path: string) => string | undefined
}

const newQuestion = (): Question => ({
  id: newId(),
  kind: 'text',
  label: '',
  required: false,
  options: [],
})

/** The form's own questions, in the order they are asked. */
export const QuestionListField = ({ value, onChange, errorAt }: QuestionListProps) => {
  const t = useText('signup')
  const root = useRef<HTMLDivElement>(null)
  const { list, dragged, handle } = useReorder({
    count: value.length,
    onMove: (from, to) => onChange(moveItem(value, from, to)),
  })
  const focusLast = () =>
    requestAnimationFrame(() =>
      [...(root.current?.querySelectorAll<HTMLElement>('[data-label]') ?? [])].at(-1)?.focus(),
    )
  const add = () => {
    onChange([...value, newQuestion()])
    focusLast()
  }
  const error = errorAt('questionList')
  return (
    <div data-field="questionList" ref={root}>
      {value.length > 0 && (
        <ul ref={list} className={css.questions} aria-label={t('question.list')}>
          {value.map((question, index) => (
            <QuestionRow
              key={question.id}
              question={question}
              index={index}
              count={value.length}
              isDragged={dragged === index}
              grip={handle(index)}
              errorAt={(path) => errorAt(`questionList.${index}.${path}`)}
              onChange={(patch) =>
                onChange(value.map((each) => (each.id === question.id ? { ...each, ...patch } : each)))
              }
              onRemove={() => onChange(value.filter(({ id }) => id !== question.id))}
            />
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {value.length < questionLimits.questions && (
        <Button kind="add" icon={<IconPlus {...icon16} />} onClick={add}>
          {t('question.add')}
        </Button>
      )}
    </div>
  )
}

interface QuestionRowProps {
  readonly question: Question
  readonly index: number
  readonly count: number
  readonly isDragged: boolean
  readonly grip: ReturnType<ReturnType<typeof useReorder>['handle']>
  readonly errorAt: (path: string) => string | undefined
  readonly onChange: (patch: Partial<Question>) => void
  readonly onRemove: () => void
}

const QuestionRow = (props: QuestionRowProps) => {
  const { question, index, count, isDragged, grip, errorAt, onChange, onRemove } = props
  const t = useText('signup')
  const { kind, label, required, options } = question
  const number = index + 1
  const setKind = (next: QuestionKind) =>
    onChange({ kind: next, ...(hasOptions(next) && options.length === 0 ? { options: ['', ''] } : {}) })
  return (
    <li className={css.question} data-place={index} data-dragged={isDragged || undefined}>
      <ReorderGrip
        label={t('question.move', { name: label || t('question.noName', { number }), number, count })}
        hint={t('sessions.moveHint')}
        handle={grip}
      />
      <div className={css.label}>
        <TextInput
          data-label
          aria-label={t('question.labelOf', { number })}
          value={label}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
          placeholder={t('question.placeholder')}
          maxLength={questionLimits.label}
          error={errorAt('label')}
        />
      </div>
      <Select
        className={css.kind ?? ''}
        aria-label={t('question.kindOf', { number })}
        data={questionKinds.map((each) => ({ value: each, label: t(`question.kind.${each}`) }))}
        value={kind}
        onChange={(next) => setKind(questionKinds.find((each) => each === next) ?? kind)}
        allowDeselect={false}
        checkIconPosition="right"
        comboboxProps={{ offset: 4 }}
      />
      <Switch
        className={css.required ?? ''}
        label={t('question.required')}
        aria-label={t('question.requiredOf', { number })}
        checked={required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
      <IconButton
        label={t('question.remove', { name: label || t('question.noName', { number }) })}
        icon={<IconTrash {...icon16} />}
        onClick={onRemove}
      />
      {hasOptions(kind) && (
        <Options
          options={options}
          number={number}
          error={errorAt('options')}
          errorOf={(option) => errorAt(`options.${option}`)}
          onChange={(next) => onChange({ options: next })}
        />
      )}
    </li>
  )
}

interface OptionsProps {
  readonly options: readonly string[]
  readonly number: number
  readonly error: string | undefined
  readonly errorOf: (option: number) => string | undefined
  readonly onChange: (options: string[]) => void
}

const Options = ({ options, number, error, errorOf, onChange }: OptionsProps) => {
  const t = useText('signup')
  const root = useRef<HTMLUListElement>(null)
  const focusAt = (place: number) =>
    requestAnimationFrame(() => root.current?.querySelectorAll<HTMLElement>('input')[place]?.focus())
  const addAfter = (place: number) => {
    if (options.length >= questionLimits.options) return
    onChange(options.toSpliced(place + 1, 0, ''))
    focusAt(place + 1)
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>, place: number) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      addAfter(place)
    } else if (event.key === 'Backspace' && options[place] === '' && options.length > 1) {
      event.preventDefault()
      onChange(options.toSpliced(place, 1))
      focusAt(Math.max(0, place - 1))
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      const to = place + (event.key === 'ArrowUp' ? -1 : 1)
      onChange(moveItem(options, place, to))
      focusAt(Math.min(options.length - 1, Math.max(0, to)))
    }
  }
  return (
    <div className={css.options}>
      <ul className="stack-s" ref={root} aria-label={t('question.optionsOf', { number })}>
        {options.map((option, place) => (
          // An option has nothing of its own but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className={css.option}>
            <TextInput
              aria-label={t('question.optionOf', { number, option: place + 1 })}
              value={option}
              onChange={(event) => onChange(options.toSpliced(place, 1, event.currentTarget.value))}
              onKeyDown={(event) => onKey(event, place)}
              placeholder={t('question.option', { number: place + 1 })}
              maxLength={questionLimits.option}
              error={errorOf(place)}
            />
            <IconButton
              label={t('question.removeOption', { name: option || t('question.option', { number: place + 1 }) })}
              icon={<IconX {...icon16} />}
              onClick={() => onChange(options.toSpliced(place, 1))}
            />
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {options.length < questionLimits.options && (
        <Button
          kind="plain"
          size="s"
          icon={<IconPlus {...icon14} />}
          className={css.addOption}
          onClick={() => addAfter(options.length - 1)}
        >
          {t('question.addOption')}
        </Button>
      )}
    </div>
  )
}
