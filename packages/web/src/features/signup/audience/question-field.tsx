import { IconChevronDown } from '@tabler/icons-react'
import { type AskedQuestion, questionLimits } from '@kaimai/contract/signup/question.rules.ts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import { answerField } from './checks.ts'
import fieldCss from './field.module.css'
import { FieldError, LabelNote, Star, Field } from './field.tsx'
import css from './question-field.module.css'

/** More options than this are a menu instead of a list. */
const maxList = 6

interface QuestionProps {
  readonly question: AskedQuestion
  readonly error: string | undefined
}

/** One question of the form's own. The browser keeps the answer. */
export const QuestionField = ({ question, error }: QuestionProps) => {
  const t = useText('signup')
  const { id, kind, label, required, options } = question
  const name = answerField(id)
  const place = `sign-up-answer-${id}`
  const optional = required ? undefined : t('form.optional')
  const frame = { id: place, label, error, isRight: false, optional }
  switch (kind) {
    case 'text':
      return (
        <Field {...frame}>
          {(attributes) => (
            <input {...attributes} name={name} type="text" required={required} maxLength={questionLimits.text} />
          )}
        </Field>
      )
    case 'longText':
      return (
        <Field {...frame}>
          {(attributes) => (
            <textarea
              {...attributes}
              className={css.long}
              name={name}
              required={required}
              rows={3}
              maxLength={questionLimits.longText}
            />
          )}
        </Field>
      )
    case 'date':
      return (
        <Field {...frame}>
          {(attributes) => <input {...attributes} name={name} type="date" required={required} max="2199-12-31" />}
        </Field>
      )
    case 'yesNo':
      return (
        <Group question={question} error={error} row>
          <Tick type="radio" name={name} value="yes" label={t('form.yes')} />
          <Tick type="radio" name={name} value="no" label={t('form.no')} />
        </Group>
      )
    case 'manyChoices':
      return (
        <Group question={question} error={error}>
          {options.map((option) => (
            <Tick key={option} type="checkbox" name={name} value={option} label={option} />
          ))}
        </Group>
      )
    case 'oneChoice':
      if (options.length <= maxList)
        return (
          <Group question={question} error={error}>
            {options.map((option) => (
              <Tick key={option} type="radio" name={name} value={option} label={option} />
            ))}
          </Group>
        )
      return (
        <Field {...frame}>
          {(attributes) => (
            <>
              <select {...attributes} name={name} required={required} defaultValue="">
                <option value="" disabled={required}>
                  {t('form.choose')}
                </option>
                {options.map((option) => (
                  <option key={option} value={option}>
                    {option}
                  </option>
                ))}
              </select>
              <IconChevronDown {...icon20} className={fieldCss.down} />
            </>
          )}
        </Field>
      )
  }
}

const Group = ({ question, error, row, children }: QuestionProps & { row?: boolean; children: ReactNode }) => {
  const t = useText('signup')
  const place = `sign-up-answer-${question.id}`
  const several = question.kind === 'manyChoices' ? t('form.several') : undefined
  const notes = [several, question.required ? undefined : t('form.optional')].filter((note) => note !== undefined)
  return (
    <fieldset className={css.group} aria-describedby={error === undefined ? undefined : `${place}-fault`}>
      <legend>
        {question.label}
        {question.required && <Star />}
        {notes.length > 0 && <LabelNote>{notes.join(t('dot'))}</LabelNote>}
      </legend>
      <div className={clsx('stack-s', row && css.row, error !== undefined && css.bad)}>{children}</div>
      {error !== undefined && <FieldError id={`${place}-fault`} text={error} />}
    </fieldset>
  )
}

const Tick = ({
  type,
  name,
  value,
  label,
}: {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  label: string
}) => (
  <label className={css.tick}>
    <input type={type} name={name} value={value} />
    <span>{label}</span>
  </label>
)
