import { useMutation } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { HoldButton } from '../../ui/hold-button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { endLive } from './live.api.ts'

interface EndLiveProps {
  readonly liveId: string
  readonly liveName: string
  readonly onClose: () => void
  readonly onEnded: () => void
}

/** Ends a running live: by holding a button for two seconds, as nothing brings the viewers back. */
export const EndLive = ({ liveId, liveName, onClose, onEnded }: EndLiveProps) => {
  const t = useText('live')
  const end = useMutation({
    mutationFn: () => endLive(liveId),
    onSuccess: () => {
      toast.good(t('end.done', { name: liveName }))
      onEnded()
    },
  })
  return (
    <Modal
      open
      onTop
      onClose={end.isPending ? undefined : onClose}
      title={t('end.title', { name: liveName })}
      width={440}
      footer={
        <>
          <Button onClick={onClose} disabled={end.isPending}>
            {t('end.keep')}
          </Button>
          <HoldButton onDone={() => end.mutate()} busy={end.isPending} aria-describedby="end-hint">
            {t('end.hold')}
          </HoldButton>
        </>
      }
    >
      <p>{t('end.text')}</p>
      <p id="end-hint">{t('end.holdHint')}</p>
    </Modal>
  )
}
