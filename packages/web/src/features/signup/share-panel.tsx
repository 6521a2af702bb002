import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { embedCode, formAddress, formPath } from './public-address.ts'
import { qrPng, qrSvg, saveBlob } from './qr-code.ts'
import css from './share-panel.module.css'

interface SharePanelProps {
  readonly customUrl: string
  /** It was published a moment ago. */
  readonly isNew?: boolean
  readonly onClose: () => void
}

/** The ways to hand a form on: link, QR code, embedding. */
export const SharePanel = ({ customUrl, isNew = false, onClose }: SharePanelProps) => {
  const t = useText('signup')
  const [way, setWay] = useState<'link' | 'qr' | 'embed'>('link')
  const address = formAddress(customUrl)
  return (
    <Modal
      open
      onClose={onClose}
      title={t(isNew ? 'share.title' : 'share.titleAgain')}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{t('share.later')}</Button>
          <Button kind="primary" href={formPath(customUrl)} icon={<IconExternalLink {...icon16} />}>
            {t('share.open')}
          </Button>
        </>
      }
    >
      <div className={clsx('stack', css.share)}>
        <Segmented
          label={t('share.ways')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'link', label: t('share.link') },
            { value: 'qr', label: t('share.qr') },
            { value: 'embed', label: t('share.embed') },
          ]}
        />
        {way === 'link' && (
          <>
            <p>{t('share.text')}</p>
            <CopyField label={t('share.address')} value={address} />
          </>
        )}
        {way === 'qr' && <QrCode address={address} name={customUrl} />}
        {way === 'embed' && (
          <>
            <p>{t('share.embedText')}</p>
            <CopyField label={t('share.embedCode')} value={embedCode(customUrl, t('share.frameTitle'))} />
          </>
        )}
      </div>
    </Modal>
  )
}

const QrCode = ({ address, name }: { address: string; name: string }) => {
  const t = useText('signup')
  const svg = useQuery({ queryKey: ['qr', address], queryFn: () => qrSvg(address), staleTime: Infinity }).data
  const icon = <IconDownload {...icon16} />
  return (
    <div className={css.qr}>
      {svg === undefined ? (
        <span className={css.code} />
      ) : (
        <img
          className={css.code}
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={t('share.qrOf', { address })}
        />
      )}
      <div className={css.downloads}>
        <p>{t('share.qrText')}</p>
        <Button icon={icon} onClick={() => void qrPng(address).then((png) => saveBlob(png, `${name}.png`))}>
          {t('share.png')}
        </Button>
        <Button
          icon={icon}
          disabled={svg === undefined}
          onClick={() => svg !== undefined && saveBlob(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)}
        >
          {t('share.svg')}
        </Button>
      </div>
    </div>
  )
}
