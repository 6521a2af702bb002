import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { commissionKey, makePayout } from './commission.api.ts'

/** Makes a batch of all that is to be paid; says why where there is nothing. */
export const MakePayout = ({ onClose }: { onClose: () => void }) => {
  const t = useText('commission')
  const labels = useLabels()
  const queries = useQueryClient()
  const formId = useId()
  const form = useSchemaForm({
    schema: commissionRoutes.makePayout.body,
    initial: { note: '' },
    guarded: false,
    save: ({ note = '' }) => makePayout({ note }),
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: commissionKey })
      toast.good(t('payout.made'))
      onClose()
    },
  })
  const { value: note = '', ...field } = form.field('note')
  return (
    <Modal
      open
      onClose={onClose}
      title={t('payout.make')}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button kind="primary" type="submit" form={formId} busy={form.saving}>
            {t('payout.make')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack-l" onSubmit={(event) => void form.submit(event)} noValidate>
        <p>{t('payout.makeText')}</p>
        <LabelledInput
          {...field}
          value={note}
          label={t('payout.note')}
          description={t('payout.noteHint')}
          optional
          max={20}
        />
        {form.failure !== undefined && (
          <p role="alert" className="failure-line">
            {form.failure}
          </p>
        )}
      </form>
    </Modal>
  )
}
