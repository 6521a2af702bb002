import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'

/** Asks whether to leave changes behind. It stands in the drawer that it asks about, so that it opens above it. */
export const LeaveQuestion = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => {
  const t = useText('product')
  return (
    <Modal
      open
      onClose={onStay}
      closeIcon={false}
      width={400}
      title={t('leave.title')}
      footer={
        <>
          <Button onClick={onStay}>{t('leave.stay')}</Button>
          <Button kind="dangerSubmit" onClick={onLeave}>
            {t('leave.leave')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
    </Modal>
  )
}
