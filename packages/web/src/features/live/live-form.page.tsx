import type { Live } from '@kaimai/contract/live/live.routes.ts'
import { platformTypes } from '@kaimai/contract/live/live.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormWithPreview } from '../../ui/form-section.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { videoShown } from '../video/video.api.ts'
import { liveById } from './live.api.ts'
import css from './live-form.module.css'
import { LiveForm } from './live-form.tsx'
import { LiveStatusChip } from './live-status.tsx'
import { nextQuarter } from './live-time.ts'
import { fieldsOf, newLive } from './live-values.ts'
import { publishedState } from './use-live-save.ts'
import type { ChosenVideo } from './video-field.tsx'

type LiveShown = z.output<typeof Live>

export const LiveFormPage = () => {
  const { pageType = '', platformType = '', liveId } = useParams()
  const [search] = useSearchParams()
  const type = pageType.toLowerCase()
  const platform = platformTypes.find((each) => each === platformType.toLowerCase())
  if (!platform) return <Navigate to={paths.clientNotFound()} replace />
  if (platform !== 'video') return <PlatformLater />
  if (type === 'create')
    return (
      <NewLive
        videoId={search.get('videoId') ?? undefined}
        productIds={search.get('productIds')?.split(',').filter(Boolean) ?? []}
      />
    )
  if (liveId !== undefined && (type === 'edit' || type === 'copy')) return <KnownLive id={liveId} type={type} />
  return <Navigate to={paths.clientNotFound()} replace />
}

const PlatformLater = () => {
  const t = useText('live')
  return (
    <FormWithPreview>
      <PageHeader title={t('form.create')} crumbs={[{ label: t('title'), to: paths.manageLiveStream() }]} />
      <EmptyState
        art="soon"
        title={t('later.title')}
        text={t('later.text')}
        action={
          <Button kind="primary" to={paths.liveStreamNew({ pageType: 'create', platformType: 'video' })}>
            {t('later.video')}
          </Button>
        }
      />
    </FormWithPreview>
  )
}

const Waiting = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => (
  <FormWithPreview>
    {error ? <ErrorState title={error.message} onRetry={onRetry} /> : <SkeletonForm fields={6} />}
  </FormWithPreview>
)

/** A second after which the first product shows, and how long after it the next. */
const firstShown = { at: 10, every: 60 } as const

/** A new live; `videoId`: the video one came from, if it can be played; `productIds`: what it sells, for a start. */
const NewLive = ({ videoId, productIds }: { videoId: string | undefined; productIds: readonly string[] }) => {
  const query = useQuery({ ...videoShown(videoId ?? ''), enabled: videoId !== undefined })
  const [beginAtMs] = useState(() => nextQuarter(Date.now()))
  if (videoId !== undefined && !query.data) {
    return <Waiting error={query.error} onRetry={() => void query.refetch()} />
  }
  const video = query.data?.state === 'ready' ? query.data : undefined
  const start = {
    ...newLive(beginAtMs, video?.id ?? null),
    liveName: video?.name.slice(0, 80) ?? '',
    productList: productIds.map((productId, index) => ({
      productId,
      showAt: firstShown.at + index * firstShown.every,
      hideAt: null,
    })),
  }
  return <LiveForm saved={undefined} start={start} video={video} draft="live.new" />
}

const videoOf = ({ videoId, videoName, videoDuration, imageUrl, liveImage }: LiveShown): ChosenVideo | undefined =>
  videoId === null
    ? undefined
    : { id: videoId, name: videoName, durationMs: videoDuration, thumbnailUrl: liveImage === '' ? imageUrl : '' }

const KnownLive = ({ id, type }: { id: string; type: 'edit' | 'copy' }) => {
  const t = useText('live')
  const navigate = useNavigate()
  const { state, pathname } = useLocation()
  const { data: live, error, refetch } = useQuery(liveById(id))
  const [beginAtMs] = useState(() => nextQuarter(Date.now()))
  const [wasPublished] = useState(state === publishedState)
  // Said once: a reload of the page tells no news any more.
  useEffect(() => {
    if (state === publishedState) void navigate(pathname, { replace: true })
  }, [state, pathname, navigate])

  if (!live) return <Waiting error={error} onRetry={() => void refetch()} />
  if (type === 'copy') {
    const liveName = t('form.copyOf', { name: live.liveName }).slice(0, 80)
    const start = { ...fieldsOf(live), liveName, beginAt: new Date(beginAtMs).toISOString() }
    return <LiveForm saved={undefined} start={start} video={videoOf(live)} draft={`live.copy.${id}`} />
  }
  if (live.status === 'ended' || live.status === 'cancelled') return <OverLive live={live} />
  return (
    <LiveForm
      saved={live}
      start={fieldsOf(live)}
      video={videoOf(live)}
      draft={`live.${id}`}
      wasPublished={wasPublished}
    />
  )
}

/** What is over can be looked at and copied, not changed. */
const OverLive = ({ live }: { live: LiveShown }) => {
  const t = useText('live')
  const f = useFormat()
  const facts = [
    [t('list.beginAt'), f.dateTime(live.beginAt)],
    [t('over.endAt'), live.status === 'ended' ? f.dateTime(live.endAt) : '—'],
    [t('basics.video'), live.videoName || '—'],
    [t('goods.products'), t('over.products', { count: live.productList.length })],
  ] as const
  return (
    <FormWithPreview>
      <PageHeader
        title={live.liveName}
        lead={t(`over.${live.status === 'cancelled' ? 'cancelled' : 'ended'}`)}
        crumbs={[{ label: t('title'), to: paths.manageLiveStream() }]}
        actions={
          <Button
            kind="primary"
            to={paths.liveStreamEdit({ pageType: 'copy', platformType: live.platformType, liveId: live.id })}
          >
            {t('action.copy')}
          </Button>
        }
      />
      <LiveStatusChip status={live.status} />
      <div className={css.over}>
        <Thumb src={live.imageUrl} width={240} height={135} />
        <dl>
          {facts.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </FormWithPreview>
  )
}
