import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { OptOut } from '@kaimai/contract/opt-out/opt-out.resource.ts'
import { OptOutRemoval, optOutRoutes, removalReasonLength } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { call } from '../../lib/http/http.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'

/** Asks why somebody gets marketing again before they do. */
export const RemovalDialog = ({ optOut: { id, contact }, onClose }: { optOut: OptOut; onClose: () => void }) => {
  const t = useText('opt-out')
  const labels = useLabels()
  const queries = useQueryClient()
  const formId = useId()
  const form = useSchemaForm({
    schema: OptOutRemoval,
    initial: { reason: '' },
    save: (body) => call(optOutRoutes.remove, { params: { id }, body }),
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: ['opt-out'] })
      toast.good(t('removal.done', { contact: formatPhone(contact) }))
      onClose()
    },
    guarded: false,
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('removal.title', { contact: formatPhone(contact) })}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button type="submit" form={formId} kind="primary" busy={form.saving}>
            {t('removal.ok')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
        <p>{t('remove')}</p>
        <LabelledInput
          {...form.field('reason')}
          label={t('removal.reason')}
          description={t('removal.reasonHint')}
          max={removalReasonLength}
          autoFocus
          required
        />
        {form.failure !== undefined && (
          <p className="failure-line" role="alert">
            {form.failure}
          </p>
        )}
      </form>
    </Modal>
  )
}
