import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Modal } from '../../ui/modal.tsx'
import { QrCode, qrPicture } from '../../ui/qr-code.tsx'
import { saleAddress, salePath } from './public-address.ts'
import css from './share-panel.module.css'

interface SharePanelProps {
  readonly customUrl: string
  readonly title: string
  /** It was published a moment ago. */
  readonly isNew?: boolean
  readonly onClose: () => void
}

const download = async (address: string, name: string) => {
  const picture = await qrPicture(address)
  if (!picture) return
  const url = URL.createObjectURL(picture)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The link to hand on, also as a code for print. */
export const SharePanel = ({ customUrl, title, isNew = false, onClose }: SharePanelProps) => {
  const t = useText('sales-page')
  const address = saleAddress(customUrl)
  return (
    <Modal
      open
      onClose={onClose}
      title={t(isNew ? 'share.published' : 'share.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('share.later')}</Button>
          <Button kind="primary" href={salePath(customUrl)} icon={<IconExternalLink {...icon16} />}>
            {t('share.open')}
          </Button>
        </>
      }
    >
      <div className={clsx('stack', css.share)}>
        <p>{t('share.text')}</p>
        <CopyField label={t('share.address')} value={address} />
        <div className={css.code}>
          <QrCode value={address} label={t('share.code', { title })} />
          <div>
            <p>{t('share.codeText')}</p>
            <Button
              size="s"
              icon={<IconDownload {...icon16} />}
              onClick={() => void download(address, `qr-${customUrl}.png`)}
            >
              {t('share.download')}
            </Button>
          </div>
        </div>
      </div>
    </Modal>
  )
}
