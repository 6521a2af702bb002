import type { VideoUses } from '@kaimai/contract/video/video.routes.ts'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { icon16 } from '../../ui/icon-props.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ChipColour } from '../../ui/tag-chip.tsx'
import { videoUses } from './video.api.ts'
import css from './video-uses.module.css'

type LiveUse = VideoUses['lives'][number]

const colours: Readonly<Record<LiveUse['status'], ChipColour>> = {
  draft: 'grey',
  scheduled: 'blue',
  open: 'blue',
  live: 'red',
  ended: 'grey',
  cancelled: 'grey',
}

const formStatus = (pageType: string) => (pageType === 'order' ? 'order' : 'free')

export const LiveUseLine = ({ live }: { live: LiveUse }) => {
  const t = useText('video')
  const f = useFormat()
  return (
    <li>
      <Link to={paths.liveStreamEdit({ pageType: 'edit', platformType: 'video', liveId: live.id })} className={css.use}>
        <span className={clsx('clip grow', css.name)}>{live.name}</span>
        <time dateTime={live.beginAt} className={css.when}>
          {f.near(live.beginAt)}
        </time>
        <StatusChip colour={colours[live.status]} live={live.status === 'live'}>
          {t(`use.status.${live.status}`)}
        </StatusChip>
      </Link>
    </li>
  )
}

/** Where a video is used, each with the way there. */
export const VideoUsesList = ({ videoId }: { videoId: string }) => {
  const t = useText('video')
  const { data, isPending } = useQuery(videoUses(videoId))
  if (isPending) return <p className={css.none}>{t('use.loading')}</p>
  if (!data) return null
  const { lives, signups, commentMods } = data
  if (lives.length + signups.length + commentMods.length === 0) return <p className={css.none}>{t('use.none')}</p>
  return (
    <div className="stack">
      {lives.length > 0 && (
        <Part title={t('use.lives')} count={lives.length}>
          {lives.map((live) => (
            <LiveUseLine key={live.id} live={live} />
          ))}
        </Part>
      )}
      {signups.length > 0 && (
        <Part title={t('use.signups')} count={signups.length}>
          {signups.map(({ id, name, pageType }) => (
            <li key={id}>
              <Link
                to={paths.manageFormEdit({ pageStatus: 'edit', pageType: formStatus(pageType), pageId: id })}
                className={css.use}
              >
                <span className={clsx('clip grow', css.name)}>{name}</span>
                <IconArrowUpRight className="icon-muted" {...icon16} />
              </Link>
            </li>
          ))}
        </Part>
      )}
      {commentMods.length > 0 && (
        <Part title={t('use.commentMods')} count={commentMods.length}>
          {commentMods.map(({ id, name, comments }) => (
            <li key={id}>
              <Link to={paths.msgroupEdit({ commentModId: id })} className={css.use}>
                <span className={clsx('clip grow', css.name)}>{name}</span>
                <span className={css.when}>{t('use.comments', { count: comments })}</span>
                <IconArrowUpRight className="icon-muted" {...icon16} />
              </Link>
            </li>
          ))}
        </Part>
      )}
    </div>
  )
}

const Part = ({ title, count, children }: { title: string; count: number; children: ReactNode }) => (
  <section>
    <h4 className={css.part}>
      {title} <span>{count}</span>
    </h4>
    <ul>{children}</ul>
  </section>
)
