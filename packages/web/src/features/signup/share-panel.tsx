import { IconExternalLink } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { formAddress, formPath } from './public-address.ts'
import css from './share-panel.module.css'

/** After publishing: the link to hand on. */
export const SharePanel = ({ customUrl, onClose }: { customUrl: string; onClose: () => void }) => {
  const t = useText('signup')
  const address = formAddress(customUrl)
  return (
    <Modal
      open
      onClose={onClose}
      title={t('share.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('share.later')}</Button>
          <Button
            kind="primary"
            href={formPath(customUrl)}
            icon={<IconExternalLink size={16} stroke={1.75} aria-hidden="true" />}
          >
            {t('share.open')}
          </Button>
        </>
      }
    >
      <div className={css.share}>
        <p>{t('share.text')}</p>
        <CopyField label={t('share.address')} value={address} />
      </div>
    </Modal>
  )
}
