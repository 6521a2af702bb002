import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  IconEye,
  IconFileUpload,
  IconMessages,
  IconPencil,
  IconPhoto,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { isCallError } from '../../lib/http/call-error.ts'
import { useOpened } from '../../lib/list/use-opened.ts'
import { paths } from '../../lib/paths/paths.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { filmTypes } from './upload-job.ts'
import { packageAgain, removeVideo, videoKey, videoShown } from './video.api.ts'
import { VideoPreview } from './video-preview.tsx'
import { VideoRemove } from './video-remove.tsx'
import { VideoRename } from './video-rename.tsx'
import { VideoThumbnail } from './video-thumbnail.tsx'

interface VideoActionOptions {
  readonly rows: readonly Video[]
  readonly mayWrite: boolean
  /** A file for an upload that is not finished: `expects` names that. */
  readonly onFile: (files: readonly File[], expects: string) => void
}

type Dialog = { readonly kind: 'rename' | 'thumbnail' | 'remove'; readonly video: Video }

/** What can be done with videos, and the dialogs for it. The one that is looked at stands in the URL. */
export const useVideoActions = ({ rows, mayWrite, onFile }: VideoActionOptions) => {
  const t = useText('video')
  const labels = useLabels()
  const queries = useQueryClient()
  const preview = useOpened('video')
  const [dialog, setDialog] = useState<Dialog>()
  const fileInput = useRef<HTMLInputElement>(null)
  const expects = useRef('')
  const close = () => setDialog(undefined)

  const openedId = preview.opened ?? ''
  const inList = rows.find(({ id }) => id === openedId)
  const fetched = useQuery({ ...videoShown(openedId), enabled: openedId !== '' && !inList }).data
  const opened = openedId === '' ? undefined : (inList ?? fetched)

  const again = useMutation({
    mutationFn: ({ id }: Video) => packageAgain(id),
    onSuccess: async (_, { name }) => {
      toast.good(t('done.again', { name }))
      await queries.invalidateQueries({ queryKey: videoKey })
    },
  })
  const chooseFile = ({ uploadId }: Video) => {
    expects.current = uploadId
    fileInput.current?.click()
  }
  const show = (kind: Dialog['kind'], video: Video) => {
    preview.close()
    setDialog({ kind, video })
  }

  /** Removes what can be removed; what lives need stays, with a note. Answers whether the user agreed. */
  const removeMany = async (videos: readonly Video[]): Promise<boolean> => {
    const inUse: string[] = []
    const agreed = await askToConfirm({
      title: t('remove.many', { count: videos.length }),
      text: t('remove.manyText'),
      ok: t('action.removeMany'),
      danger: true,
      run: async () => {
        for (const { id, name } of videos)
          await removeVideo(id).catch((error: unknown) => {
            if (!isCallError(error, 'conflict')) throw error
            inUse.push(name)
          })
      },
    })
    if (!agreed) return false
    await queries.invalidateQueries({ queryKey: videoKey })
    const gone = videos.length - inUse.length
    if (gone > 0) toast.good(t('done.removedMany', { count: gone }))
    if (inUse.length > 0) toast.warn(t('done.keptMany', { count: inUse.length, names: labels.series(inUse) }))
    return true
  }

  const writes = (video: Video): MenuItem[] => [
    ...(video.state === 'uploading'
      ? [{ label: t('action.chooseFile'), icon: <IconFileUpload {...icon16} />, run: () => chooseFile(video) }]
      : []),
    ...(video.mayRetry
      ? [{ label: t('action.again'), icon: <IconRefresh {...icon16} />, run: () => again.mutate(video) }]
      : []),
    { label: t('action.rename'), icon: <IconPencil {...icon16} />, run: () => show('rename', video) },
    ...(video.state === 'ready'
      ? [
          { label: t('action.thumbnail'), icon: <IconPhoto {...icon16} />, run: () => show('thumbnail', video) },
          {
            label: t('action.commentMod'),
            icon: <IconMessages {...icon16} />,
            to: paths.msgroupCreate({ videoId: video.id }),
          },
        ]
      : []),
    'line',
    { label: t('action.remove'), icon: <IconTrash {...icon16} />, danger: true, run: () => show('remove', video) },
  ]

  const actions = (video: Video): MenuItem[] => [
    {
      label: t(video.state === 'ready' ? 'action.preview' : 'action.show'),
      icon: video.state === 'ready' ? <IconPlayerPlay {...icon16} /> : <IconEye {...icon16} />,
      run: () => preview.open(video.id),
    },
    ...(mayWrite ? writes(video) : []),
  ]

  const dialogs: ReactNode = (
    <>
      <input
        ref={fileInput}
        type="file"
        accept={filmTypes}
        hidden
        aria-label={t('action.chooseFile')}
        onChange={({ currentTarget }) => {
          onFile([...(currentTarget.files ?? [])], expects.current)
          currentTarget.value = ''
        }}
      />
      {opened && (
        <VideoPreview
          video={opened}
          onClose={preview.close}
          {...(mayWrite
            ? {
                onThumbnail: () => show('thumbnail', opened),
                onRename: () => show('rename', opened),
                onAgain: () => again.mutate(opened),
                onFile: () => chooseFile(opened),
              }
            : {})}
        />
      )}
      {dialog?.kind === 'rename' && <VideoRename video={dialog.video} onClose={close} />}
      {dialog?.kind === 'thumbnail' && <VideoThumbnail video={dialog.video} onClose={close} />}
      {dialog?.kind === 'remove' && <VideoRemove video={dialog.video} onClose={close} />}
    </>
  )
  return { actions, open: (video: Video) => preview.open(video.id), dialogs, removeMany }
}
