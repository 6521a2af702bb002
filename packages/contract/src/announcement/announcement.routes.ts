import { z } from 'zod'
import { firm, open } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'

export const announcementTypes = ['FIX', 'ANNOUNCEMENT', 'NEW', 'IMPROVEMENT', 'OTHER'] as const

export const Announcement = z.object({
  announcementId: Id,
  name: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  type: z.array(z.enum(announcementTypes)),
  createDate: Instant,
  expireDate: Instant,
})
export type Announcement = z.output<typeof Announcement>

export const announcementRoutes = defineRoutes('console', {
  alerts: {
    method: 'GET',
    path: '/alerts',
    summary: "The platform's announcements to all firms; cached.",
    access: open,
    answer: z.object({ announcementList: z.array(Announcement) }),
  },
  list: {
    method: 'GET',
    path: '/load_announcement_list',
    summary: "The platform's announcements, newest first.",
    access: firm(),
    query: ListQuery,
    answer: pageOf(Announcement),
  },
})
