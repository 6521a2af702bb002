import { NewFirmSetting } from '@kaimai/contract/firm/firm.schema.ts'
import { useId } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { toast } from '../../ui/toast.tsx'

const Fields = NewFirmSetting.pick({ name: true, userName: true, userPhone: true })

/** A form as screens make them: faults on leaving a field and on saving, save bar, draft, question on leaving. */
export const FormExample = () => {
  const t = useText('app')
  const f = useFormat()
  const id = useId()
  const form = useSchemaForm({
    schema: Fields,
    initial: { name: '', userName: '', userPhone: '' },
    draft: 'playground',
    save: () => new Promise((resolve) => setTimeout(resolve, 300)),
    onSaved: () => toast.good(t('ui.done')),
  })
  const state =
    form.failure ??
    (form.draftAtMs === undefined ? t('playground.changed') : t('playground.draft', { time: f.time(form.draftAtMs) }))
  return (
    <form id={id} onSubmit={(event) => void form.submit(event)} noValidate>
      <FormSection title={t('playground.form')} why={t('playground.help')}>
        <TwoColumns>
          <LabelledInput {...form.field('name')} label={t('playground.label')} required max={60} />
          <LabelledInput {...form.field('userName')} label={t('playground.label')} required />
        </TwoColumns>
        <LabelledInput {...form.field('userPhone')} label={t('playground.label')} type="tel" />
      </FormSection>
      <SaveBar open={form.dirty || form.saving} state={state} tone={form.failure === undefined ? 'changed' : 'bad'}>
        <Button kind="plain" onClick={() => form.reset()}>
          {t('playground.discard')}
        </Button>
        <Button kind="primary" type="submit" busy={form.saving}>
          {t('playground.save')}
        </Button>
      </SaveBar>
    </form>
  )
}
