import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Text } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes, raw } from '../common/route.ts'
import { ExportQuery, sheetTypes } from '../common/sheet.ts'
import { Instant } from '../common/time.ts'
import { liveStatuses } from '../live/live.rules.ts'

const yesNo = ['yes', 'no'] as const

export const LiveUserFilter = z.object({
  q: z.string().trim().max(100).optional(),
  came: z.enum(yesNo).optional(),
  ordered: z.enum(yesNo).optional(),
  blocked: z.enum(yesNo).optional(),
  anonymous: z.enum(yesNo).optional(),
})
export type LiveUserFilter = z.output<typeof LiveUserFilter>

/** Somebody in a room, or with a link to it. */
export const LiveUserRow = z.object({
  id: Id,
  name: z.string(),
  imgUrl: z.string(),
  anonymous: z.boolean(),
  /** Of the sign-up; redacted without the right to personal data of the room, as is the e-mail. */
  phone: z.string(),
  email: z.string(),
  signupUserId: Id.nullable(),
  /** First time in the room; null: has not come. */
  joinedAt: Instant.nullable(),
  lastSeenAt: Instant.nullable(),
  isOnline: z.boolean(),
  /** Within the live; two tabs at once count once. */
  watchedSeconds: z.number().int(),
  messages: z.number().int(),
  /** Neither cancelled nor expired. */
  orders: z.number().int(),
  /** Minor units. */
  orderTotal: z.number().int(),
  blocked: z.boolean(),
  memo: z.string(),
})
export type LiveUserRow = z.output<typeof LiveUserRow>

/** The live, and how many of its viewers the tabs hold. */
export const LiveUserCounts = z.object({
  liveId: Id,
  liveName: z.string(),
  status: z.enum(liveStatuses),
  beginAt: Instant,
  endAt: Instant,
  currency: z.enum(currencies),
  all: z.number().int(),
  came: z.number().int(),
  notCome: z.number().int(),
  ordered: z.number().int(),
  blocked: z.number().int(),
})
export type LiveUserCounts = z.output<typeof LiveUserCounts>

/** What somebody wrote in a room. */
export const LiveUserMessage = z.object({
  seq: z.number().int(),
  /** Since the live's begin. */
  roomMs: z.number().int(),
  text: z.string(),
  /** Seen by its sender alone. */
  held: z.boolean(),
  at: Instant,
})

export const LiveUser = LiveUserRow.extend({
  liveId: Id,
  liveName: z.string(),
  personal: z.boolean(),
  /** When they were in the room, the oldest first; the last 50. */
  visits: z.array(z.object({ from: Instant, to: Instant })),
  /** The newest first; the last 100. */
  lastMessages: z.array(LiveUserMessage),
  orderList: z.array(
    z.object({
      id: Id,
      orderNo: z.string(),
      total: z.number().int(),
      currency: z.enum(currencies),
      createdAt: Instant,
    }),
  ),
})
export type LiveUser = z.output<typeof LiveUser>

export const liveUserRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/live/:id/load_live_user_list',
    summary: 'Viewers of a live with what they watched, said and bought; the latest to come first.',
    access: firm('stream'),
    params: ById,
    query: ListQuery.extend(LiveUserFilter.omit({ q: true }).shape),
    answer: pageOf(LiveUserRow),
  },
  counts: {
    method: 'GET',
    path: '/live/:id/live_user_counts',
    summary: 'How many viewers of a live came, ordered or are blocked.',
    access: firm('stream'),
    params: ById,
    query: z.object({ q: z.string().trim().max(100).optional() }),
    answer: LiveUserCounts,
    added: true,
  },
  show: {
    method: 'GET',
    path: '/live/live_user/:id',
    summary: 'One viewer with visits, messages and orders.',
    access: firm('stream'),
    params: ById,
    answer: LiveUser,
    added: true,
  },
  changeMemo: {
    method: 'PUT',
    path: '/live/update_live_user_memo',
    summary: 'Sets what staff notes about a viewer.',
    access: firm('room'),
    body: z.object({ liveUserId: Id, memo: Text(2000) }),
    answer: z.object({ memo: z.string() }),
    errors: ['noData'],
  },
  exportExcel: {
    method: 'POST',
    path: '/live/export_live_user_excel',
    summary: 'The viewers of a live that the filters find, as a sheet.',
    access: firm('stream', 'read'),
    body: ExportQuery.extend(LiveUserFilter.shape).extend({ liveId: Id }),
    answer: raw(sheetTypes.xlsx),
    errors: ['noData'],
  },
})
