import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { removeVideo, videoKey, videoUses } from './video.api.ts'
import { LiveUseLine } from './video-uses.tsx'
import css from './video-remove.module.css'

const needsVideo = ['draft', 'scheduled', 'open', 'live']

/** Asks before a video goes, with what goes with it; one that lives still need names them instead. */
export const VideoRemove = ({ video, onClose }: { video: Video; onClose: () => void }) => {
  const t = useText('video')
  const labels = useLabels()
  const queries = useQueryClient()
  const uses = useQuery(videoUses(video.id))
  const remove = useMutation({
    mutationFn: () => removeVideo(video.id),
    onSuccess: async () => {
      onClose()
      toast.good(t('done.removed', { name: video.name }))
      await queries.invalidateQueries({ queryKey: videoKey })
    },
    // Someone has scheduled a live meanwhile: the answer of the server says so, and the list below shows it.
    onError: () => void uses.refetch(),
  })
  const needing = (uses.data?.lives ?? []).filter(({ status }) => needsVideo.includes(status))
  const over = (uses.data?.lives ?? []).filter(({ status }) => status === 'ended')
  const groups = uses.data?.commentMods.length ?? 0
  const isNeeded = needing.length > 0
  return (
    <Modal
      open
      onClose={remove.isPending ? undefined : onClose}
      title={t(isNeeded ? 'remove.needed' : 'remove.title')}
      width={480}
      footer={
        <>
          <Button onClick={onClose} disabled={remove.isPending}>
            {isNeeded ? labels.close : labels.cancel}
          </Button>
          {!isNeeded && (
            <Button
              kind="dangerSubmit"
              busy={remove.isPending}
              disabled={uses.isPending}
              onClick={() => remove.mutate()}
            >
              {t('action.remove')}
            </Button>
          )}
        </>
      }
    >
      {uses.isPending ? (
        <SkeletonForm fields={1} />
      ) : isNeeded ? (
        <>
          <p>{t('remove.neededText', { name: video.name })}</p>
          <ul className={css.lives}>
            {needing.map((live) => (
              <LiveUseLine key={live.id} live={live} />
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>{t('remove.text', { name: video.name })}</p>
          {(over.length > 0 || groups > 0) && (
            <ul className={css.losses}>
              {over.length > 0 && <li>{t('remove.replays', { count: over.length })}</li>}
              {groups > 0 && <li>{t('remove.groups', { count: groups })}</li>}
            </ul>
          )}
        </>
      )}
    </Modal>
  )
}
