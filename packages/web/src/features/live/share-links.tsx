import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { saveFile } from '../../lib/sheet/download-sheet.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { QrCode, qrPicture } from '../../ui/qr-code.tsx'
import { roomAddress, roomPath, shortAddress } from './public-room.ts'
import css from './share-links.module.css'

interface ShareLinksProps {
  readonly streamId: string
  readonly shortUrl: string
}

/** The ways to hand a room on: short link, whole link, QR code; and a look at it as anybody. */
export const ShareLinks = ({ streamId, shortUrl }: ShareLinksProps) => {
  const t = useText('live')
  const short = shortAddress(shortUrl)
  const save = async () => {
    const picture = await qrPicture(short)
    if (picture) saveFile(picture, `${shortUrl}.png`)
  }
  return (
    <div className={css.share}>
      <div className={css.links}>
        <div>
          <p className={css.label}>{t('share.short')}</p>
          <CopyField label={t('share.short')} value={short} />
          <p className={clsx('caption', css.hint)}>{t('share.shortHint')}</p>
        </div>
        <div>
          <p className={css.label}>{t('share.room')}</p>
          <CopyField label={t('share.room')} value={roomAddress(streamId)} />
        </div>
        <Button size="s" className={css.open} href={roomPath(streamId)} icon={<IconExternalLink {...icon16} />}>
          {t('action.preview')}
        </Button>
      </div>
      <div className={css.qr}>
        <QrCode value={short} label={t('share.qrOf', { address: short })} />
        <Button kind="plain" size="s" icon={<IconDownload {...icon16} />} onClick={() => void save()}>
          {t('share.savePng')}
        </Button>
      </div>
    </div>
  )
}
