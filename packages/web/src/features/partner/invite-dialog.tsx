import { type Language, languages } from '@kaimai/contract/common/language.ts'
import type { Partner } from '@kaimai/contract/partner/partner.resource.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledSelect } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { sendInvitation } from './partner.api.ts'

/** A letter with the partner's page and a link that sets a password, in the language that the partner reads. */
export const InviteDialog = ({ partner, onClose }: { partner: Partner; onClose: () => void }) => {
  const t = useText('partner')
  const labels = useLabels()
  const own = useLanguage()
  const [language, setLanguage] = useState<Language>(own)
  const sending = useMutation({
    mutationFn: () => sendInvitation(partner.id, language),
    onSuccess: () => {
      toast.good(t('invite.sent', { name: partner.name }))
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('invite.title', { name: partner.name })}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button kind="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
            {t('invite.send')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('invite.text', { email: partner.email })}</p>
        <LabelledSelect
          label={t('invite.language')}
          value={language}
          onChange={(chosen) => chosen !== '' && setLanguage(chosen)}
          choices={languages.map((value) => ({ value, label: t(`invite.languages.${value}`) }))}
        />
      </div>
    </Modal>
  )
}
