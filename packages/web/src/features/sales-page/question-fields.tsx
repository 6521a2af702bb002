import { salesPageLimits } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { LabelledInput, LabelledTextarea } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { controlOf, type FieldsProps } from './block-control.ts'
import type { EditedOf } from './page-values.ts'
import css from './rows.module.css'

export const QuestionFields = (props: FieldsProps<EditedOf<'questions'>>) => {
  const t = useText('sales-page')
  const { block, path, form, onChange } = props
  const { items } = block
  const set = (next: typeof items, key: string) => onChange({ ...block, items: next }, key)
  const error = form.errorAt(`${path}.items`)
  return (
    <>
      <LabelledInput
        {...controlOf(props)('heading')}
        label={t('field.heading')}
        placeholder={t('field.questionsHeading')}
        max={60}
        optional
      />
      <div data-field={`${path}.items`}>
        {items.map((item, index) => {
          const at = `${path}.items.${index}`
          const one = (key: 'question' | 'answer') => ({
            name: `${at}.${key}`,
            value: item[key],
            onChange: (value: string) => set(items.with(index, { ...item, [key]: value }), `${index}.${key}`),
            onBlur: () => form.check(`${at}.${key}`),
            error: form.errorAt(`${at}.${key}`),
          })
          return (
            <div key={index} className={css.item}>
              <div className="stack-m">
                <LabelledInput
                  {...one('question')}
                  label={t('field.question', { number: index + 1 })}
                  max={120}
                  required
                />
                <LabelledTextarea
                  {...one('answer')}
                  label={t('field.answer', { number: index + 1 })}
                  rows={2}
                  max={1000}
                />
              </div>
              <IconButton
                label={t('field.removeQuestion', { number: index + 1 })}
                icon={<IconX {...icon16} />}
                onClick={() => set(items.toSpliced(index, 1), '')}
              />
            </div>
          )
        })}
        {error !== undefined && (
          <p className={css.error} role="alert">
            {error}
          </p>
        )}
        {items.length < salesPageLimits.questions && (
          <Button
            kind="add"
            icon={<IconPlus {...icon16} />}
            onClick={() => set([...items, { question: '', answer: '' }], '')}
          >
            {t('field.addQuestion')}
          </Button>
        )}
      </div>
    </>
  )
}
