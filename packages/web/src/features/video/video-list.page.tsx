import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconLayoutGrid, IconList, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { isCallError } from '../../lib/http/call-error.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { DropOverlay, DropZone, UploadButton } from './drop-zone.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useUploads } from './use-uploads.ts'
import { VideoCards } from './video-cards.tsx'
import { VideoLine } from './video-line.tsx'
import css from './video-list.module.css'
import { VideoPreview } from './video-preview.tsx'
import { VideoRename } from './video-rename.tsx'
import { VideoStateChip } from './video-state.tsx'
import { loadVideos, removeVideo, videoKey } from './video.api.ts'
import { useVideoView } from './video-view.ts'

/** How often the list is asked again while something is being packaged, in ms. */
const packagingEveryMs = 3000

export const VideoListPage = () => {
  const t = useText('video')
  const f = useFormat()
  const mayWrite = useMay('stream', true)
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const [view, setView] = useVideoView()
  const [opened, setOpened] = useState<Video>()
  const [renamed, setRenamed] = useState<Video>()
  const [isPackaging, setPackaging] = useState(false)
  const { uploads, add } = useUploads()
  const list = useList({
    key: [...videoKey, 'list'],
    load: loadVideos,
    ...(isPackaging ? { everyMs: packagingEveryMs } : {}),
  })
  // What this tab uploads stands in the panel above until it has arrived.
  const rows = list.rows.filter(({ id }) => !uploads.some(({ videoId }) => videoId === id))
  const packagingNow = rows.some(({ state }) => state === 'processing')
  if (packagingNow !== isPackaging) setPackaging(packagingNow)

  const remove = useMutation({
    mutationFn: ({ id }: Video) => removeVideo(id),
    meta: { ownErrors: true },
    onSuccess: async (_, { name }) => {
      await queries.invalidateQueries({ queryKey: videoKey })
      toast.good(t('done.removed', { name }))
    },
    onError: (error) => {
      if (!isCallError(error) || !error.handled) toast.bad(error.message)
    },
  })
  const askToRemove = (video: Video) =>
    askToConfirm({
      title: t('remove.title'),
      text: t('remove.text', { name: video.name }),
      ok: t('action.remove'),
      danger: true,
      // A refusal is final: the toast names the lives, and the question need not stay.
      run: () => remove.mutateAsync(video).catch(() => undefined),
    })

  const actions = (video: Video): MenuItem[] => [
    {
      label: t(video.state === 'ready' ? 'action.preview' : 'action.show'),
      icon: <IconPlayerPlay size={16} stroke={1.75} />,
      run: () => setOpened(video),
    },
    ...(mayWrite
      ? ([
          { label: t('action.rename'), icon: <IconPencil size={16} stroke={1.75} />, run: () => setRenamed(video) },
          'line',
          {
            label: t('action.remove'),
            icon: <IconTrash size={16} stroke={1.75} />,
            danger: true,
            run: () => void askToRemove(video),
          },
        ] satisfies MenuItem[])
      : []),
  ]

  const columns: Column<Video>[] = [
    { key: 'name', title: t('column.video'), card: 'main', render: (video) => <VideoLine video={video} /> },
    {
      key: 'state',
      title: t('column.state'),
      card: 'bare',
      width: 144,
      render: (video) => <VideoStateChip video={video} />,
    },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      card: 'bare',
      width: 152,
      render: ({ createdAt }) => (
        <TwoLines sub={<span className={css.wideOnly}>{f.relative(createdAt)}</span>}>
          <TimeText iso={createdAt}>{f.near(createdAt)}</TimeText>
        </TwoLines>
      ),
    },
    {
      key: 'durationMs',
      title: t('column.duration'),
      align: 'right',
      priority: 'wide',
      width: 96,
      render: ({ durationMs }) => <Figure value={durationMs === null ? undefined : f.duration(durationMs / 1000)} />,
    },
    {
      key: 'size',
      title: t('column.size'),
      align: 'right',
      card: 'bare',
      width: 112,
      render: ({ size }) => <Figure value={f.bytes(size)} />,
    },
  ]

  const isEmpty = list.table.state === 'ready' && list.total === 0 && !list.narrowed
  const wantsZone = mayWrite && uploads.length === 0 && (isEmpty || params.get('upload') === '1')
  const closeZone = () => setParams((before) => withoutUpload(before), { replace: true })
  const empty = list.narrowed ? (
    <EmptyState
      art="search"
      title={t('empty.none', { q: list.q })}
      text={t('empty.noneText')}
      action={<Button onClick={list.clear}>{t('empty.clear')}</Button>}
    />
  ) : mayWrite ? null : (
    <EmptyState art="video" title={t('empty.title')} text={t('empty.readOnly')} />
  )
  const isShown = list.table.state !== 'ready' || rows.length > 0

  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={mayWrite && !wantsZone && <UploadButton kind="primary" onFiles={add} />}
      />
      {wantsZone && (
        <DropZone
          title={t(isEmpty ? 'empty.title' : 'action.upload')}
          onFiles={add}
          onClose={isEmpty ? undefined : closeZone}
        />
      )}
      <UploadPanel uploads={uploads} />
      {!isEmpty && (
        <Toolbar
          end={
            narrow ? undefined : (
              <Segmented
                label={t('view.label')}
                value={view}
                onChange={setView}
                options={[
                  { value: 'list', label: t('view.list'), icon: <IconList size={16} aria-hidden="true" /> },
                  { value: 'grid', label: t('view.grid'), icon: <IconLayoutGrid size={16} aria-hidden="true" /> },
                ]}
              />
            )
          }
        >
          <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
        </Toolbar>
      )}
      {view === 'grid' && !narrow && isShown ? (
        <VideoCards table={{ ...list.table, rows }} actions={actions} onOpen={setOpened} />
      ) : (
        <DataTable
          {...list.table}
          rows={rows}
          label={t('list.label')}
          columns={columns}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          onRow={setOpened}
          actions={actions}
          empty={empty}
        />
      )}
      {opened && (
        <VideoPreview video={rows.find(({ id }) => id === opened.id) ?? opened} onClose={() => setOpened(undefined)} />
      )}
      {renamed && <VideoRename video={renamed} onClose={() => setRenamed(undefined)} />}
      {mayWrite && <DropOverlay onFiles={add} />}
    </>
  )
}

const withoutUpload = (before: URLSearchParams): URLSearchParams => {
  const after = new URLSearchParams(before)
  after.delete('upload')
  return after
}
