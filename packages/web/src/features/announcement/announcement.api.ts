import { announcementRoutes } from '@kaimai/contract/announcement/announcement.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'

const freshMs = 5 * 60_000

/** The platform's announcements; asked again every five minutes at most. */
export const announcements = () =>
  queryOptions({
    queryKey: ['announcement'],
    queryFn: ({ signal }) => call(announcementRoutes.alerts, {}, { signal, quiet: true }),
    select: ({ announcementList }) => announcementList,
    staleTime: freshMs,
    refetchInterval: freshMs,
  })
