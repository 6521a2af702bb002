import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import {
  IconBan,
  IconCopyPlus,
  IconEye,
  IconLink,
  IconPencil,
  IconPlayerStop,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { copyText } from '../../ui/copy-field.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { endLive, liveKey, removeLive } from './live.api.ts'
import { openRoom, roomAddress } from './public-room.ts'

type Row = Pick<LiveRow, 'id' | 'liveName' | 'platformType' | 'status' | 'streamId'>

export const editLivePath = ({ id, platformType }: Pick<Row, 'id' | 'platformType'>): string =>
  paths.liveStreamEdit({ pageType: 'edit', platformType, liveId: id })

const icon = { size: 16, stroke: 1.75 } as const
const overStatuses: readonly Row['status'][] = ['ended', 'cancelled']

/** What can be done with a live, by where it stands. */
export const useLiveActions = () => {
  const t = useText('live')
  const queries = useQueryClient()
  const mayWrite = useMay('stream', true)

  const ask = async (row: Row, kind: 'remove' | 'cancel' | 'end', run: (id: string) => Promise<unknown>) => {
    const agreed = await askToConfirm({
      title: t(`${kind}.title`, { name: row.liveName }),
      text: t(`${kind}.text`),
      ok: t(`${kind}.ok`),
      cancel: t(`${kind}.keep`),
      danger: true,
      run: () =>
        run(row.id).catch((error: Error) => {
          toast.bad(error.message)
          throw error
        }),
    })
    if (!agreed) return
    await queries.invalidateQueries({ queryKey: liveKey })
    toast.good(t(`${kind}.done`, { name: row.liveName }))
  }
  const copyLink = (streamId: string) =>
    void copyText(roomAddress(streamId)).then(() => toast.good(t('list.copied'), { id: 'copied' }))

  return (row: Row): readonly MenuItem[] => {
    const isOver = overStatuses.includes(row.status)
    const isPublic = row.status !== 'draft' && row.status !== 'cancelled'
    const items: MenuItem[] = []
    if (mayWrite && !isOver)
      items.push({ label: t('action.edit'), icon: <IconPencil {...icon} />, to: editLivePath(row) })
    if (isPublic) {
      items.push(
        { label: t('action.preview'), icon: <IconEye {...icon} />, run: () => openRoom(row.streamId) },
        { label: t('action.copyLink'), icon: <IconLink {...icon} />, run: () => copyLink(row.streamId) },
      )
    }
    if (row.status !== 'draft')
      items.push({ label: t('action.viewers'), icon: <IconUsers {...icon} />, to: paths.liveUsers({ liveId: row.id }) })
    if (!mayWrite) return items
    items.push({
      label: t('action.copy'),
      icon: <IconCopyPlus {...icon} />,
      to: paths.liveStreamEdit({ pageType: 'copy', platformType: row.platformType, liveId: row.id }),
    })
    if (row.status === 'live') {
      items.push('line', {
        label: t('action.end'),
        icon: <IconPlayerStop {...icon} />,
        danger: true,
        run: () => void ask(row, 'end', endLive),
      })
    }
    if (row.status === 'draft') {
      items.push('line', {
        label: t('action.remove'),
        icon: <IconTrash {...icon} />,
        danger: true,
        run: () => void ask(row, 'remove', removeLive),
      })
    } else if (!isOver) {
      if (row.status !== 'live') items.push('line')
      items.push({
        label: t('action.cancel'),
        icon: <IconBan {...icon} />,
        danger: true,
        run: () => void ask(row, 'cancel', removeLive),
      })
    }
    return items
  }
}
