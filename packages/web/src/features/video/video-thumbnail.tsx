import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { pictureFileTypes } from '@kaimai/contract/common/picture-file.rules.ts'
import { IconPhotoUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { type FrameHandle, FrameStage } from './frame-stage.tsx'
import { changeThumbnail, videoKey } from './video.api.ts'
import css from './video-thumbnail.module.css'

/** Another picture for a video: a frame that is wound to, or a file. */
export const VideoThumbnail = ({ video, onClose }: { video: Video; onClose: () => void }) => {
  const t = useText('video')
  const labels = useLabels()
  const queries = useQueryClient()
  const [file, setFile] = useState<{ readonly picture: File; readonly url: string }>()
  const [ready, setReady] = useState(false)
  const frame = useRef<FrameHandle>(null)
  const input = useRef<HTMLInputElement>(null)
  const url = file?.url
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url])

  const save = useMutation({
    mutationFn: async () => {
      const picture = file?.picture ?? (await frame.current?.take())
      if (!picture) throw new Error(t('thumbnail.failed'))
      return changeThumbnail(video.id, picture)
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: videoKey })
      toast.good(t('done.thumbnail'))
      onClose()
    },
  })

  return (
    <Modal
      open
      onClose={save.isPending ? undefined : onClose}
      closeOnClickOutside={false}
      title={t('thumbnail.title')}
      width={640}
      footer={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            {labels.cancel}
          </Button>
          <Button kind="primary" busy={save.isPending} disabled={!file && !ready} onClick={() => save.mutate()}>
            {t(file ? 'thumbnail.useFile' : 'thumbnail.useFrame')}
          </Button>
        </>
      }
    >
      <FrameStage
        ref={frame}
        url={video.previewUrl}
        durationMs={video.durationMs ?? 0}
        instead={url}
        onReady={setReady}
        onWind={() => setFile(undefined)}
      />
      <div className={css.file}>
        <p>{file ? file.picture.name : t('thumbnail.hint')}</p>
        <Button size="s" icon={<IconPhotoUp {...icon16} />} onClick={() => input.current?.click()}>
          {t('thumbnail.file')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={pictureFileTypes}
          hidden
          aria-label={t('thumbnail.file')}
          onChange={({ currentTarget }) => {
            const [picture] = currentTarget.files ?? []
            if (picture) setFile({ picture, url: URL.createObjectURL(picture) })
            currentTarget.value = ''
          }}
        />
      </div>
    </Modal>
  )
}
