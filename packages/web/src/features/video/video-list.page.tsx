import { formatErrorText } from '@kaimai/contract/common/error-text.ts'
import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { videoStates } from '@kaimai/contract/video/video.states.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconLayoutGrid, IconList, IconTrash } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { useOpened } from '../../lib/list/use-opened.ts'
import { useMay, useFirm } from '../../lib/session/use-session.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FilterSelect, SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { DropOverlay, DropZone, UploadButton } from './drop-zone.tsx'
import { StorageLine } from './storage-line.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useVideoActions } from './use-video-actions.tsx'
import { VideoCards } from './video-cards.tsx'
import { useVideoColumns } from './video-columns.tsx'
import { loadVideos, videoCounts, videoKey } from './video.api.ts'
import { toast } from '../../ui/toast.tsx'
import { uploadManager } from './browser-uploads.ts'
import type { Upload, UploadTexts } from './upload-job.ts'
import { consoleKeyPrefix } from '../../lib/session/stored-auth.ts'

type VideoView = 'list' | 'grid'

const key = `${consoleKeyPrefix}video-view`

/** List or pictures, remembered in this browser. */
const useVideoView = (): [VideoView, (view: VideoView) => void] => {
  const [view, setView] = useState<VideoView>(() => (localStorage.getItem(key) === 'grid' ? 'grid' : 'list'))
  const choose = (next: VideoView) => {
    setView(next)
    localStorage.setItem(key, next)
  }
  return [view, choose]
}

/** The uploads of this tab, and how to add files to them. */
const useUploads = (): {
  uploads: readonly Upload[]
  /** `expects`: the unfinished upload that the file belongs to. */
  add: (files: readonly File[], expects?: string) => void
} => {
  const t = useText('video')
  const language = useLanguage()
  const { firmId } = useFirm()
  const queries = useQueryClient()
  const uploads = useSyncExternalStore(uploadManager.subscribe, uploadManager.get, uploadManager.get)
  const words: UploadTexts = {
    error: (error) => (typeof error === 'string' ? t(`fault.${error}`) : formatErrorText(error, language)),
    failed: (name, problem) => toast.bad(t('upload.failed', { name, problem })),
    done: (name) => toast.good(t('upload.done', { name })),
    twice: (name) => toast.info(t('upload.twice', { name })),
  }
  const onChange = () => void queries.invalidateQueries({ queryKey: videoKey })
  return { uploads, add: (files, expects) => uploadManager.add(files, { firmId, words, onChange, expects }) }
}

/** How often the list is asked again while something is being packaged, in ms. */
const packagingEveryMs = 3000

/** Sorts that the pictures offer; the table has its headers. */
const sorts = ['createdAt', 'name', '-durationMs', '-size'] as const

export const VideoListPage = () => {
  const t = useText('video')
  const mayWrite = useMay('stream', true)
  const zone = useOpened('upload')
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const [view, setView] = useVideoView()
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isPackaging, setPackaging] = useState(false)
  const { hidden, toggle } = useHiddenColumns('video')
  const { uploads, add } = useUploads()
  const list = useList({
    key: [...videoKey, 'list'],
    load: loadVideos,
    filters: { state: videoStates },
    sort: '-createdAt',
    ...(isPackaging ? { everyMs: packagingEveryMs } : {}),
  })
  const counts = useQuery({ ...videoCounts(list.q), refetchInterval: isPackaging ? packagingEveryMs : false }).data
  // What this tab uploads stands in the panel above until it has arrived.
  const rows = list.rows.filter(({ id }) => !uploads.some(({ videoId }) => videoId === id))
  // On other tabs the counts alone say so.
  const packagingNow = rows.some(({ state }) => state === 'processing') || (counts?.states.processing ?? 0) > 0
  if (packagingNow !== isPackaging) setPackaging(packagingNow)

  const columns = useVideoColumns()
  const { actions, open, dialogs, removeMany } = useVideoActions({ rows, mayWrite, onFile: add })
  const chosen = rows.filter(({ id }) => selected.includes(id))

  const isEmpty = list.table.state === 'ready' && list.total === 0 && !list.narrowed
  const wantsZone = mayWrite && uploads.length === 0 && (isEmpty || zone.opened === '1')
  const empty = list.narrowed ? (
    <EmptyState
      art="search"
      title={list.q === '' ? t(`empty.${list.filters.state || 'ready'}`) : t('empty.none', { q: list.q })}
      text={t('empty.noneText')}
      action={<Button onClick={list.clear}>{t('empty.clear')}</Button>}
    />
  ) : mayWrite ? null : (
    <EmptyState art="video" title={t('empty.title')} text={t('empty.readOnly')} />
  )
  const isShown = list.table.state !== 'ready' || rows.length > 0
  const isGrid = view === 'grid' && !narrow
  const table = { ...list.table, rows }

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
          onClose={isEmpty ? undefined : zone.close}
        />
      )}
      <UploadPanel uploads={uploads} />
      {!isEmpty && (
        <>
          <LinkTabs
            label={t('list.states')}
            tabs={list.tabsBy(
              'state',
              ['ready', 'processing', 'uploading', 'failed'],
              (state) => t(state === 'all' ? 'list.all' : `state.${state}`),
              counts && { ...counts.states, all: counts.all },
            )}
          />
          <Toolbar
            end={
              narrow ? undefined : (
                <>
                  {!isGrid && <ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />}
                  <Segmented
                    label={t('view.label')}
                    value={view}
                    onChange={setView}
                    options={[
                      { value: 'list', label: t('view.list'), icon: <IconList size={16} aria-hidden="true" /> },
                      { value: 'grid', label: t('view.grid'), icon: <IconLayoutGrid size={16} aria-hidden="true" /> },
                    ]}
                  />
                </>
              )
            }
          >
            <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
            {(isGrid || narrow) && (
              <FilterSelect
                label={t('sort.label')}
                value={sorts.find((sort) => sort === list.table.sort) ?? ''}
                onChange={(sort) => list.table.onSort(sort || '-createdAt')}
                choices={sorts.map((sort) => ({ value: sort, label: t(`sort.${sort.replace('-', '')}`) }))}
              />
            )}
            {counts && !narrow && <StorageLine used={counts.usedBytes} all={counts.firmBytes} />}
          </Toolbar>
          {counts && narrow && <StorageLine used={counts.usedBytes} all={counts.firmBytes} />}
        </>
      )}
      {isGrid && isShown ? (
        <VideoCards table={table} actions={actions} onOpen={open} />
      ) : (
        <DataTable<Video>
          {...table}
          label={t('list.label')}
          columns={columns}
          hiddenColumns={hidden}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          onRow={open}
          actions={actions}
          empty={uploads.length > 0 && !list.narrowed ? null : empty}
          {...(mayWrite ? { selected, onSelect: setSelected } : {})}
        />
      )}
      <BulkBar
        count={isGrid ? 0 : chosen.length}
        onClear={() => setSelected([])}
        actions={[
          {
            label: t('action.removeMany'),
            icon: <IconTrash {...icon16} />,
            run: () => void removeMany(chosen).then((asked) => asked && setSelected([])),
          },
        ]}
      />
      {dialogs}
      {mayWrite && <DropOverlay onFiles={add} />}
    </>
  )
}
