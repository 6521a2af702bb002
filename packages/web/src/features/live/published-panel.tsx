import { IconClipboardCheck, IconEye } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Modal } from '../../ui/modal.tsx'
import css from './published-panel.module.css'
import { roomAddress, roomPath } from './public-room.ts'

/** After publishing: the room's link, and what comes next. */
export const PublishedPanel = ({
  liveId,
  streamId,
  onClose,
}: {
  liveId: string
  streamId: string
  onClose: () => void
}) => {
  const t = useText('live')
  const maySignup = useMay('form', true)
  return (
    <Modal
      open
      onClose={onClose}
      title={t('published.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('published.later')}</Button>
          {maySignup && (
            <Button
              kind="primary"
              icon={<IconClipboardCheck {...icon16} />}
              to={paths.manageFormNew({ pageStatus: 'create', pageType: 'free' }, { liveId })}
            >
              {t('published.toSignup')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.panel}>
        <p>{t('published.text')}</p>
        <CopyField label={t('published.address')} value={roomAddress(streamId)} />
        <Button kind="plain" size="s" className={css.open} href={roomPath(streamId)} icon={<IconEye {...icon16} />}>
          {t('action.preview')}
        </Button>
      </div>
    </Modal>
  )
}
