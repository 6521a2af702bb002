import type { Association } from '@kaimai/contract/association/association.resource.ts'
import { IconDownload } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { saveFile } from '../../lib/sheet/download-sheet.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { QrCode, qrPicture } from '../../ui/qr-code.tsx'

/** A link to hand on. Without a form it leads nowhere of its own: its end is put behind any page's address. */
export const LinkShare = ({ association, onClose }: { association: Association; onClose: () => void }) => {
  const t = useText('association')
  const labels = useLabels()
  const { code, link } = association
  const address = link.startsWith('/') ? location.origin + link : undefined
  const download = async () => {
    const picture = address === undefined ? undefined : await qrPicture(address)
    if (picture) saveFile(picture, `${code}.png`)
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('share.title', { code })}
      width={520}
      footer={<Button onClick={onClose}>{labels.close}</Button>}
    >
      <div className="stack">
        {address !== undefined && (
          <>
            <CopyField label={t('share.address')} value={address} />
            <div className="wrap">
              <QrCode value={address} label={t('share.qr', { code })} />
              <Button icon={<IconDownload {...icon16} />} onClick={() => void download()}>
                {t('share.download')}
              </Button>
            </div>
          </>
        )}
        <p>{t(address === undefined ? 'share.anyPage' : 'share.otherPage')}</p>
        <CopyField label={t('share.end')} value={`?a=${code}`} />
      </div>
    </Modal>
  )
}
