import { useQuery } from '@tanstack/react-query'
import type { FieldProps } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { LabelledSelect } from '../../ui/field.tsx'
import { templatesOfType } from './letter-template.api.ts'

interface TemplateChoiceProps {
  readonly field: FieldProps<string>
  readonly label: string
  readonly description?: string
  /** letterTemplateType */
  readonly type: number
  /** What can be chosen beside the firm's own texts. */
  readonly words: readonly { readonly value: string; readonly label: string }[]
}

/** With which text a letter goes: one of these words, or a text of the firm's own. */
export const TemplateChoice = ({ field, type, words, ...props }: TemplateChoiceProps) => {
  const t = useText('letter-template')
  const { data } = useQuery(templatesOfType(type))
  const own = (data?.items ?? []).map(({ id, letterTemplateName }) => ({ value: id, label: letterTemplateName }))
  const choices = [...words, ...own]
  // What was deleted since stands there by a word of its own: saving asks for another.
  const isGone = data !== undefined && !choices.some(({ value }) => value === field.value)
  return (
    <LabelledSelect
      {...field}
      {...props}
      onChange={(choice) => choice !== '' && field.onChange(choice)}
      choices={isGone ? [...choices, { value: field.value, label: t('automatic.gone') }] : choices}
    />
  )
}
