import type { Announcement } from '@kaimai/contract/announcement/announcement.routes.ts'
import { type ListQuery, offsetOf, pageAt, type Page } from '@kaimai/contract/common/page.ts'
import sanitizeHtml from 'sanitize-html'
import type { Clock } from '../../platform/clock.ts'
import { type Database, json } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

interface AnnouncementTables {
  announcement: {
    id: string
    name: string
    content: string
    type: Announcement['type']
    createdAt: Date
    expireAt: Date
  }
}

const cacheMs = 60_000

/** What an announcement may hold: text, lists, tables and links that open beside the console. Never a script or style. */
const cleaned = (html: string): string =>
  sanitizeHtml(html, {
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }) },
    allowedAttributes: { a: ['href', 'target', 'rel'] },
  })

/** Announcements of the platform to all firms, published by the operator. */
export const createAnnouncementService = ({ db, clock }: { db: Database; clock: Clock }) => {
  let cached: { at: number; all: Announcement[] } | undefined

  const all = async (): Promise<Announcement[]> => {
    if (cached && clock.ms() - cached.at < cacheMs && clock.ms() >= cached.at) return cached.all
    const rows = await db
      .as<AnnouncementTables>()
      .selectFrom('announcement')
      .selectAll()
      .orderBy('createdAt', 'desc')
      .limit(200)
      .execute()
    const list = rows.map((row) => ({
      announcementId: row.id,
      name: row.name,
      // Cleaned again: what an older version let in doesn't get out.
      content: cleaned(row.content),
      type: row.type,
      createDate: row.createdAt.toISOString(),
      expireDate: row.expireAt.toISOString(),
    }))
    cached = { at: clock.ms(), all: list }
    return list
  }

  return {
    all,
    page: async (limit: number, cursor: ListQuery['cursor']): Promise<Page<Announcement>> => {
      const list = await all()
      const offset = offsetOf(cursor)
      return pageAt(list.slice(offset, offset + limit), list.length, offset)
    },
    publish: async (announcement: {
      name: string
      content: string
      type: Announcement['type']
      createdAt?: Date
      expireAt: Date
    }): Promise<string> => {
      const id = newId()
      await db
        .as<AnnouncementTables>()
        .insertInto('announcement')
        .values({
          id,
          name: announcement.name,
          content: cleaned(announcement.content),
          type: json(announcement.type),
          createdAt: announcement.createdAt ?? clock.now(),
          expireAt: announcement.expireAt,
        })
        .execute()
      cached = undefined
      return id
    },
  }
}
export type AnnouncementService = ReturnType<typeof createAnnouncementService>
