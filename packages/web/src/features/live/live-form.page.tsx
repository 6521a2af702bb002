import { type PlatformType, platformTypes } from '@kaimai/contract/live/live.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormSection, FormWithPreview } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { SessionPlan } from '../letter-template/session-plan.api.tsx'
import { videoShown } from '../video/video.api.ts'
import { liveById } from './live.api.ts'
import css from './live-form.module.css'
import { LiveForm } from './live-form.tsx'
import { LiveStatusChip } from './live-status.tsx'
import { nextQuarter, nextSameTime } from './live-time.ts'
import { fieldsOf, type LiveShown, newLive, newProduct } from './live-values.ts'
import { publishedState } from './use-live-save.ts'
import type { ChosenVideo } from './video-field.tsx'

export const LiveFormPage = () => {
  const { pageType = '', platformType = '', liveId } = useParams()
  const [search] = useSearchParams()
  const type = pageType.toLowerCase()
  const platform = platformTypes.find((each) => each === platformType.toLowerCase())
  if (!platform) return <Navigate to={paths.clientNotFound()} replace />
  if (platform === 'camera' && type === 'create') return <PlatformLater />
  if (type === 'create')
    return (
      <NewLive
        key={`${platform} ${search.get('videoId')}`}
        platform={platform}
        videoId={search.get('videoId') ?? undefined}
        productIds={search.get('productIds')?.split(',').filter(Boolean) ?? []}
      />
    )
  if (liveId !== undefined && (type === 'edit' || type === 'copy')) return <KnownLive id={liveId} type={type} />
  return <Navigate to={paths.clientNotFound()} replace />
}

/** The way back where the studio's own header does not stand. */
const LeaveLink = () => {
  const t = useText('live')
  return (
    <p className={css.leave}>
      <Link to={paths.manageLiveStream()}>
        <IconArrowLeft {...icon16} />
        {t('form.back')}
      </Link>
    </p>
  )
}

const WaitingTitle = () => {
  const t = useText('live')
  return <h1 className="sr-only">{t('form.edit')}</h1>
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
          <>
            <Button to={paths.liveStreamNew({ pageType: 'create', platformType: 'youtube' })}>
              {t('later.youtube')}
            </Button>
            <Button kind="primary" to={paths.liveStreamNew({ pageType: 'create', platformType: 'video' })}>
              {t('later.video')}
            </Button>
          </>
        }
      />
    </FormWithPreview>
  )
}

const Waiting = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => (
  <FormWithPreview>
    <LeaveLink />
    <WaitingTitle />
    {error ? <ErrorState title={error.message} onRetry={onRetry} /> : <SkeletonForm fields={6} />}
  </FormWithPreview>
)

/** A second after which the first product shows, and how long after it the next. */
const firstShown = { at: 10, every: 60 } as const

/** A new live; `videoId`: the video one came from, which may still be on its way; `productIds`: what it sells, for a start. */
const NewLive = ({
  platform,
  videoId,
  productIds,
}: {
  platform: PlatformType
  videoId: string | undefined
  productIds: readonly string[]
}) => {
  const query = useQuery({ ...videoShown(videoId ?? ''), enabled: videoId !== undefined })
  const [beginAtMs] = useState(() => nextQuarter(Date.now()))
  if (videoId !== undefined && !query.data) {
    return <Waiting error={query.error} onRetry={() => void query.refetch()} />
  }
  const video = platform === 'video' && query.data?.state !== 'failed' ? query.data : undefined
  const start = {
    ...newLive(beginAtMs, video?.id ?? null, platform),
    liveName: video?.name.slice(0, 80) ?? '',
    productList: productIds.map((productId, index) => newProduct(productId, firstShown.at + index * firstShown.every)),
  }
  return (
    <LiveForm
      saved={undefined}
      start={start}
      video={video}
      draft={platform === 'video' ? 'live.new' : `live.new.${platform}`}
    />
  )
}

const videoOf = ({ videoId, videoName, videoDuration, imageUrl, liveImage }: LiveShown): ChosenVideo | undefined =>
  videoId === null
    ? undefined
    : { id: videoId, name: videoName, durationMs: videoDuration, thumbnailUrl: liveImage === '' ? imageUrl : '' }

const KnownLive = ({ id, type }: { id: string; type: 'edit' | 'copy' }) => {
  const t = useText('live')
  const navigate = useNavigate()
  const { state, pathname, search } = useLocation()
  const { data: live, error, refetch } = useQuery(liveById(id))
  const [nowMs] = useState(() => Date.now())
  const [wasPublished] = useState(state === publishedState)
  // The message is shown once: a reload of the page doesn't repeat it.
  useEffect(() => {
    if (state === publishedState) void navigate(pathname + search, { replace: true })
  }, [state, pathname, search, navigate])

  if (!live) return <Waiting error={error} onRetry={() => void refetch()} />
  if (type === 'copy') {
    const liveName = t('form.copyOf', { name: live.liveName }).slice(0, 80)
    const beginAt = new Date(nextSameTime(Date.parse(live.beginAt), nowMs)).toISOString()
    const start = { ...fieldsOf(live), liveName, beginAt }
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
  const mayWrite = useMay('stream', true)
  const maySeeLetters = useMay('form')
  const f = useFormat()
  const facts = [
    [t('list.beginAt'), f.dateTime(live.beginAt)],
    [t('over.endAt'), live.status === 'ended' ? f.dateTime(live.endAt) : '—'],
    [t('basics.video'), live.videoName || '—'],
    [t('products.products'), t('over.products', { count: live.productList.length })],
    [t('list.signups'), f.number(live.signupList.reduce((sum, { signups }) => sum + signups, 0))],
  ] as const
  return (
    <FormWithPreview>
      <LeaveLink />
      <PageHeader
        title={live.liveName}
        lead={t(`over.${live.status === 'cancelled' ? 'cancelled' : 'ended'}`)}
        actions={
          <>
            <Button to={paths.liveUsers({ liveId: live.id })}>{t('action.viewers')}</Button>
            {mayWrite && (
              <Button
                kind="primary"
                to={paths.liveStreamEdit({ pageType: 'copy', platformType: live.platformType, liveId: live.id })}
              >
                {t('action.copy')}
              </Button>
            )}
          </>
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
      {maySeeLetters && (
        <FormSection title={t('letters.title')}>
          <SessionPlan liveId={live.id} label={t('letters.title')} />
        </FormSection>
      )}
    </FormWithPreview>
  )
}
