import type { Partner } from '@kaimai/contract/partner/partner.resource.ts'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { makePasswordLink } from './partner.api.ts'

/**
 * The partner's own page, and a link by which the password for it is set. The link is shown once, to be handed over by who
 * asked for it; it is made on a press, because it ends the ones from before.
 */
export const PasswordLinkDialog = ({ partner, onClose }: { partner: Partner; onClose: () => void }) => {
  const t = useText('partner')
  const f = useFormat()
  const labels = useLabels()
  const link = useMutation({ mutationFn: () => makePasswordLink(partner.id) })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('password.title', { name: partner.name })}
      width={520}
      footer={<Button onClick={onClose}>{labels.close}</Button>}
    >
      <div className="stack">
        <p>{t('password.page', { email: partner.email })}</p>
        <CopyField label={t('password.pageLabel')} value={location.origin + paths.partner({ partnerId: partner.id })} />
        <p>{t('password.text')}</p>
        <div role="status" className="stack-s">
          {link.data && (
            <>
              <CopyField label={t('password.label')} value={location.origin + link.data.path} />
              <p className="caption">{t('password.until', { time: f.dateTime(link.data.expiresAt) })}</p>
            </>
          )}
        </div>
        <div>
          <Button
            kind={link.data ? 'secondary' : 'primary'}
            icon={<IconKey {...icon16} />}
            busy={link.isPending}
            onClick={() => link.mutate()}
          >
            {t(link.data ? 'password.again' : 'password.make')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
