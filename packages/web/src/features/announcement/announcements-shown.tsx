import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { announcements } from './announcement.api.ts'
import { AnnouncementList } from './announcement-list.tsx'

/** What the announcements modal holds. */
export const AnnouncementsShown = () => {
  const t = useText('announcement')
  const { data, error, isPending, refetch } = useQuery(announcements())
  if (isPending) return <SkeletonList rows={3} />
  if (!data) return <ErrorState title={t('failed')} text={error.message} onRetry={() => void refetch()} />
  if (data.length === 0) return <EmptyState art="letter" title={t('none')} />
  return <AnnouncementList announcements={data} />
}
