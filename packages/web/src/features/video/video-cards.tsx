import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { IconDots, IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/dropdown-menu.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { clockOf } from './clock-of.ts'
import { VideoNote } from './video-line.tsx'
import css from './video-list.module.css'
import { VideoStateChip } from './video-state.tsx'

interface VideoCardsProps {
  readonly table: {
    readonly rows: readonly Video[]
    readonly state: 'loading' | 'ready' | 'failed'
    readonly failure?: { readonly title: string } | undefined
    readonly onRetry: () => void
    readonly refreshing: boolean
    readonly page: number
    readonly pageSize: number
    readonly total: number
    readonly onPage: (page: number) => void
  }
  readonly actions: (video: Video) => readonly MenuItem[]
  readonly onOpen: (video: Video) => void
}

/** The videos as pictures. */
export const VideoCards = ({ table, actions, onOpen }: VideoCardsProps) => {
  const t = useText('video')
  if (table.state === 'loading') return <SkeletonList />
  if (table.state === 'failed') return <ErrorState title={table.failure?.title ?? ''} onRetry={table.onRetry} />
  return (
    <>
      <ul className={css.grid} aria-label={t('list.label')} data-refreshing={table.refreshing}>
        {table.rows.map((video) => (
          <VideoCard key={video.id} video={video} items={actions(video)} onOpen={() => onOpen(video)} />
        ))}
      </ul>
      <Pager page={table.page} pageSize={table.pageSize} total={table.total} onPage={table.onPage} />
    </>
  )
}

interface VideoCardProps {
  readonly video: Video
  readonly items: readonly MenuItem[]
  readonly onOpen: () => void
}

const VideoCard = ({ video, items, onOpen }: VideoCardProps) => {
  const t = useText('video')
  const f = useFormat()
  const labels = useLabels()
  const { name, thumbnailUrl, durationMs, size, createdAt, state } = video
  return (
    <li className={css.card}>
      <div className={css.frame}>
        <button
          type="button"
          className={css.picture}
          onClick={onOpen}
          aria-label={labels.pair(t(state === 'ready' ? 'action.preview' : 'action.show'), name)}
        >
          {thumbnailUrl === '' ? (
            <IconVideo size={32} stroke={1.25} aria-hidden="true" />
          ) : (
            <img className="contain" src={thumbnailUrl} alt="" loading="lazy" decoding="async" />
          )}
          {state === 'ready' && (
            <span className={css.play}>
              <IconPlayerPlayFilled size={20} aria-hidden="true" />
            </span>
          )}
        </button>
        {durationMs !== null && <span className={css.length}>{clockOf(durationMs / 1000)}</span>}
      </div>
      <div className={css.bottom}>
        <div className="grow">
          <h2 className={css.name}>{name}</h2>
          <VideoNote video={video} />
        </div>
        <DropdownMenu
          items={items}
          renderTrigger={(trigger) => (
            <IconButton {...trigger} label={labels.pair(labels.more, name)} icon={<IconDots {...icon16} />} />
          )}
        />
      </div>
      <p className={css.facts}>
        <VideoStateChip video={video} />
        <span>{f.bytes(size)}</span>
        <time dateTime={createdAt}>{f.near(createdAt)}</time>
      </p>
    </li>
  )
}
