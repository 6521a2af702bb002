import type { Partner } from '@kaimai/contract/partner/partner.resource.ts'
import { PayoutAccount } from '@kaimai/contract/partner/partner.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { partnerKey, setPayoutAccount } from './partner.api.ts'

/** Where a partner's payouts go. What is known is sealed: only its last digits are shown, and a new one replaces it whole. */
export const PayoutAccountDialog = ({ partner, onClose }: { partner: Partner; onClose: () => void }) => {
  const t = useText('partner')
  const labels = useLabels()
  const queries = useQueryClient()
  const formId = useId()
  const form = useSchemaForm({
    schema: PayoutAccount,
    initial: { bankCode: '', account: '', holder: '', taxId: '' },
    save: (body) => setPayoutAccount(partner.id, body),
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: partnerKey })
      toast.good(t('account.saved', { name: partner.name }))
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      closeOnClickOutside={!form.dirty}
      title={t('account.title', { name: partner.name })}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button kind="primary" type="submit" form={formId} busy={form.saving}>
            {t('account.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack-l" onSubmit={(event) => void form.submit(event)} noValidate>
        <p className="lead-line">
          {partner.accountEnd === '' ? t('account.none') : t('account.known', { digits: partner.accountEnd })}
        </p>
        <TwoColumns>
          <LabelledInput
            {...form.field('bankCode')}
            label={t('account.bankCode')}
            required
            inputMode="numeric"
            placeholder="822"
            autoFocus
          />
          <LabelledInput
            {...form.field('account')}
            label={t('account.account')}
            required
            inputMode="numeric"
            description={t('account.accountHint')}
          />
        </TwoColumns>
        <LabelledInput {...form.field('holder')} label={t('account.holder')} required max={40} />
        <LabelledInput
          {...form.field('taxId')}
          label={t('account.taxId')}
          optional
          description={t(partner.taxKind === 'company' ? 'account.taxIdCompany' : 'account.taxIdPerson')}
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
