import { announcementRoutes } from '@kaimai/contract/announcement/announcement.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { AnnouncementService } from './announcement.service.ts'

export const announcementPlugin = (announcements: AnnouncementService) =>
  bind(announcementRoutes, {
    alerts: async ({ setHeader }) => {
      setHeader('cache-control', 'public, max-age=60')
      return { announcementList: await announcements.all() }
    },
    list: ({ query }) => announcements.page(query.limit, query.cursor),
  })
