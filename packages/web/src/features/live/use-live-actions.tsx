import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  IconAdjustments,
  IconBan,
  IconCopyPlus,
  IconDownload,
  IconEye,
  IconMailForward,
  IconPencil,
  IconPlayerStop,
  IconShare,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { newId } from '../../lib/ids/new-id.ts'
import { paths } from '../../lib/paths/paths.ts'
import { progressBoard } from '../../lib/progress/progress.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { fileDay, saveFile } from '../../lib/sheet/download-sheet.ts'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { exportLiveUsers } from '../viewer/viewer.api.ts'
import { EndLive } from './end-live.tsx'
import { liveKey, removeLive } from './live.api.ts'
import { openRoom } from './public-room.ts'
import { removeDraft, restoreDraft } from './remove-draft.ts'
import { ShareLinks } from './share-links.tsx'

type Row = Pick<LiveRow, 'id' | 'liveName' | 'platformType' | 'status' | 'streamId' | 'shortUrl'>

export const editLivePath = ({ id, platformType }: Pick<Row, 'id' | 'platformType'>): string =>
  paths.liveStreamEdit({ pageType: 'edit', platformType, liveId: id })

const controlPath = ({ id }: Pick<Row, 'id'>): string => paths.streamingEdit({ liveId: id })

const inRoom: readonly Row['status'][] = ['live', 'open']

/** Where a row leads: into the control room while people are in the room, else to the form. */
export const openLivePath = (row: Pick<Row, 'id' | 'platformType' | 'status'>): string =>
  inRoom.includes(row.status) ? controlPath(row) : editLivePath(row)

const overStatuses: readonly Row['status'][] = ['ended', 'cancelled']

/** What can be done with a live, by where it stands, and the dialogs for it. */
export const useLiveActions = () => {
  const t = useText('live')
  const labels = useLabels()
  const queries = useQueryClient()
  const mayWrite = useMay('stream', true)
  const mayInvite = useMay('form', true)
  const [dialog, setDialog] = useState<{ readonly kind: 'share' | 'end'; readonly row: Row }>()
  const refresh = () => queries.invalidateQueries({ queryKey: liveKey })

  const cancel = async (row: Row) => {
    const agreed = await askToConfirm({
      title: t('cancel.title', { name: row.liveName }),
      text: t('cancel.text'),
      ok: t('cancel.ok'),
      cancel: t('cancel.keep'),
      danger: true,
      run: () =>
        removeLive(row.id).catch((error: Error) => {
          toast.bad(error.message)
          throw error
        }),
    })
    if (!agreed) return
    await refresh()
    toast.good(t('cancel.done', { name: row.liveName }))
  }
  /** A draft comes back by undo, so nothing is asked. */
  const remove = useMutation({
    mutationFn: (row: Row) => removeDraft(queries, row.id),
    onSuccess: async (draft, { liveName }) => {
      await refresh()
      const run = () =>
        void restoreDraft(draft)
          .then(refresh)
          .catch((error: Error) => toast.bad(error.message))
      toast.good(t('remove.done', { name: liveName }), { undo: { label: labels.undo, run } })
    },
  })
  const fetchViewers = useMutation({
    mutationFn: async ({ id, liveName }: Row) => {
      const progress = newId()
      const name = `${t('export.name')}-${liveName}-${fileDay()}.xlsx`
      progressBoard.put({ id: progress, name, percent: 40, state: 'running' })
      try {
        saveFile(await exportLiveUsers(id, 'xlsx', {}), name)
      } finally {
        progressBoard.remove(progress)
      }
    },
  })

  const itemsFor = (row: Row): readonly MenuItem[] => {
    const { id, status, platformType, streamId } = row
    const isOver = overStatuses.includes(status)
    const isPublic = status !== 'draft' && status !== 'cancelled'
    const items: MenuItem[] = []
    if (isPublic && !isOver)
      items.push({ label: t('action.control'), icon: <IconAdjustments {...icon16} />, hint: 'C', to: controlPath(row) })
    if (!isOver)
      items.push({
        label: t(mayWrite ? 'action.edit' : 'action.look'),
        icon: <IconPencil {...icon16} />,
        hint: 'E',
        to: editLivePath(row),
      })
    if (mayWrite)
      items.push({
        label: t('action.copy'),
        icon: <IconCopyPlus {...icon16} />,
        to: paths.liveStreamEdit({ pageType: 'copy', platformType, liveId: id }),
      })
    if (isPublic)
      items.push(
        {
          label: t('action.share'),
          icon: <IconShare {...icon16} />,
          run: () => setDialog({ kind: 'share', row }),
        },
        { label: t('action.preview'), icon: <IconEye {...icon16} />, run: () => openRoom(streamId) },
      )
    if (mayInvite)
      items.push({
        label: t('action.customers'),
        icon: <IconMailForward {...icon16} />,
        to: paths.liveCustomers({ liveId: id }),
      })
    if (status !== 'draft')
      items.push(
        { label: t('action.viewers'), icon: <IconUsers {...icon16} />, to: paths.liveUsers({ liveId: id }) },
        { label: t('action.export'), icon: <IconDownload {...icon16} />, run: () => fetchViewers.mutate(row) },
      )
    const ends: MenuItem[] = []
    if (status === 'live' && mayWrite)
      ends.push({
        label: t('action.end'),
        icon: <IconPlayerStop {...icon16} />,
        danger: true,
        run: () => setDialog({ kind: 'end', row }),
      })
    if (status === 'draft' && mayWrite)
      ends.push({
        label: t('action.remove'),
        icon: <IconTrash {...icon16} />,
        danger: true,
        run: () => remove.mutate(row),
      })
    else if (!isOver && mayWrite)
      ends.push({ label: t('action.cancel'), icon: <IconBan {...icon16} />, danger: true, run: () => void cancel(row) })
    return ends.length === 0 ? items : [...items, 'line', ...ends]
  }

  const close = () => setDialog(undefined)
  const shown: ReactNode =
    dialog?.kind === 'share' ? (
      <Modal
        open
        onClose={close}
        title={t('share.title', { name: dialog.row.liveName })}
        width={600}
        footer={<Button onClick={close}>{t('share.close')}</Button>}
      >
        <ShareLinks streamId={dialog.row.streamId} shortUrl={dialog.row.shortUrl} />
      </Modal>
    ) : dialog?.kind === 'end' ? (
      <EndLive
        liveId={dialog.row.id}
        liveName={dialog.row.liveName}
        onClose={close}
        onEnded={() => {
          close()
          void refresh()
        }}
      />
    ) : null
  return { itemsFor, dialog: shown }
}
