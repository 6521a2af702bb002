import { useQuery } from '@tanstack/react-query'
import { useText, useFormat } from '../../lib/i18n/use-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { announcements } from './announcement.api.ts'
import type { Announcement } from '@kaimai/contract/announcement/announcement.routes.ts'
import { clsx } from 'clsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import css from './announcement.module.css'
import { tagColours } from './announcement.rules.ts'

const AnnouncementList = ({ announcements }: { announcements: readonly Announcement[] }) => {
  const t = useText('announcement')
  const f = useFormat()
  return (
    <ul className={css.list}>
      {announcements.map(({ announcementId, type, createDate, name, content }) => (
        <li key={announcementId}>
          <div className={css.meta}>
            {type.map((tag) => (
              <TagChip key={tag} colour={tagColours[tag]}>
                {t(`tag.${tag}`)}
              </TagChip>
            ))}
            <time dateTime={createDate}>{f.date(createDate)}</time>
          </div>
          <h3>{name}</h3>
          {/* Written by the platform's operator and sanitised by the server on the way in and out. */}
          <div className={clsx('break-words', css.content)} dangerouslySetInnerHTML={{ __html: content }} />
        </li>
      ))}
    </ul>
  )
}

/** What the announcements modal holds. */
export const AnnouncementsShown = () => {
  const t = useText('announcement')
  const { data, error, isPending, refetch } = useQuery(announcements())
  if (isPending) return <SkeletonList rows={3} />
  if (!data) return <ErrorState title={t('failed')} text={error.message} onRetry={() => void refetch()} />
  if (data.length === 0) return <EmptyState art="letter" title={t('none')} />
  return <AnnouncementList announcements={data} />
}
