import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Line, Link, Nothing, OptionalLine, PictureUrl } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes, raw } from '../common/route.ts'
import { ExportQuery, sheetTypes } from '../common/sheet.ts'
import { Instant, PlannedInstant } from '../common/time.ts'
import { commentsMax, ScriptedComment } from '../comment-mod/comment-mod.routes.ts'
import { roomLimits } from '../room/room.limits.ts'
import { askedMax, LiveGiveaway, LiveHearts, LivePoll } from './live-asked.schema.ts'
import { defaultWaitingMinutes, liveStatuses, platformTypes } from './live.rules.ts'
import { RowId } from './script-row.schema.ts'

/** A product of a live and when its card shows, in seconds from the begin; without `showAt` it is only in the list. */
export const LiveProduct = z.object({
  id: RowId,
  productId: Id,
  showAt: z.number().min(0).max(86_400).nullable(),
  hideAt: z.number().min(0).max(86_400).nullable(),
  /** What it costs in this room while its live runs, in minor units; null: the product's own special offer, if any. */
  livePrice: z.number().int().min(0).max(100_000_000_00).nullable().default(null),
  /** Whether viewers see how many are left; if not, they see only whether there are any (RoomProduct.showLeft). */
  showLeft: z.boolean().default(true),
})

/** A simulated purchase notice at a second of the live. */
export const FakeTicket = z.object({
  id: RowId,
  at: z.number().min(0).max(86_400),
  userName: Line(40),
  productId: Id,
  quantity: z.number().int().min(1).max(99),
})

/** A line over the room from a second on, until `until` or the next one. */
export const CallToAction = z.object({
  id: RowId,
  at: z.number().min(0).max(86_400),
  until: z.number().min(0).max(86_400).nullable().default(null),
  text: Line(80),
  url: Link(300),
})

/**
 * The virtual audience at a second, evenly from each point to the next: shown on top of the real viewers, never in
 * figures of money or hours.
 */
export const AudiencePoint = z.object({
  id: RowId,
  at: z.number().min(0).max(86_400),
  count: z.number().int().min(0).max(100_000),
})

/** A scripted comment of a live. */
export const LiveComment = ScriptedComment.extend({ id: RowId })
export type LiveComment = z.output<typeof LiveComment>

const fields = {
  liveName: Line(80),
  platformType: z.enum(platformTypes),
  videoId: Id.nullable(),
  beginAt: PlannedInstant,
  waitingMinutes: z.number().int().min(0).max(1440),
  /** Minutes the replay stays open after the end; 0: no replay. */
  replayMinutes: z
    .number()
    .int()
    .min(0)
    .max(60 * 24 * 365),
  commentModId: Id.nullable(),
  productList: z.array(LiveProduct).max(200),
  fakeTicket: z.array(FakeTicket).max(2000),
  callToAction: z.array(CallToAction).max(500),
  poll: z.array(LivePoll).max(askedMax),
  giveaway: z.array(LiveGiveaway).max(askedMax),
  hearts: z.array(LiveHearts).max(200),
  audienceCurve: z.array(AudiencePoint).max(2000),
  bannedKeywords: z.array(OptionalLine(40)).max(500),
  anonymousAllowed: z.boolean(),
  /** Whether viewers may send hearts, and see those of others. */
  heartsAllowed: z.boolean(),
  /** URL of the poster; empty: the video's thumbnail. */
  liveImage: PictureUrl,
  /** Name shown with the host badge. */
  hostName: OptionalLine(40),
  /** The scripted comments of this live: its own copy, edited in the studio; by second. */
  commentList: z.array(LiveComment).max(commentsMax),
  /** Pictures with information, shown while the room waits and in its list of products. */
  liveInfoImage: z.array(PictureUrl).max(6),
  /** Slow mode: seconds between two messages of one viewer; 0: off. */
  slowSeconds: z.number().int().min(0).max(roomLimits.maxSlowSeconds),
  /** Whether viewers see what is simulated; null: the firm's setting holds. */
  disclosure: z.boolean().nullable(),
  /** Of platformType youtube: the address of the video or live there; else empty. */
  youtubeUrl: OptionalLine(300),
  /** Of platformType youtube: how long the room stays live. */
  plannedMinutes: z.number().int().min(1).max(1440),
}

const Loaded = z.object({
  bannedKeywords: z.array(z.string()).max(1000),
  slowSeconds: z.number(),
  anonymousAllowed: z.boolean(),
  productIds: z.array(Id).max(1000),
})

export const LiveBody = z.object({
  ...fields,
  waitingMinutes: fields.waitingMinutes.default(defaultWaitingMinutes),
  replayMinutes: fields.replayMinutes.default(0),
  commentModId: fields.commentModId.default(null),
  productList: fields.productList.default([]),
  fakeTicket: fields.fakeTicket.default([]),
  callToAction: fields.callToAction.default([]),
  poll: fields.poll.default([]),
  giveaway: fields.giveaway.default([]),
  hearts: fields.hearts.default([]),
  audienceCurve: fields.audienceCurve.default([]),
  bannedKeywords: fields.bannedKeywords.default([]),
  anonymousAllowed: fields.anonymousAllowed.default(true),
  heartsAllowed: fields.heartsAllowed.default(true),
  liveImage: fields.liveImage.default(''),
  hostName: fields.hostName.default(''),
  /** Without it: the comments of the group `commentModId`, as they are now. */
  commentList: fields.commentList.optional(),
  liveInfoImage: fields.liveInfoImage.default([]),
  slowSeconds: fields.slowSeconds.default(0),
  disclosure: fields.disclosure.default(null),
  youtubeUrl: fields.youtubeUrl.default(''),
  plannedMinutes: fields.plannedMinutes.default(60),
  /** Publishes at once. */
  publish: z.boolean().default(false),
  /**
   * Of a change: what the form was filled with, of all that the control room changes too. What the form has not touched
   * stays as it is by now; without this everything is written as given.
   */
  loaded: Loaded.optional(),
})
export type LiveBody = z.output<typeof LiveBody>

const shown = {
  id: Id,
  /** The unguessable id of its public URLs (spec: paramStreamId). */
  streamId: z.string(),
  /** Of its short address /stream/{shortUrl}. */
  shortUrl: z.string(),
  status: z.enum(liveStatuses),
  endAt: Instant,
  videoName: z.string(),
  videoDuration: z.number().int().nullable(),
  imageUrl: z.string(),
}

/** As stored: what was stored before a rule is still shown. */
const kept = {
  beginAt: Instant,
  callToAction: z.array(CallToAction.extend({ url: z.string() })),
  liveImage: z.string(),
  liveInfoImage: z.array(z.string()),
  commentList: z.array(LiveComment.extend({ userImgUrl: z.string() })),
}

/** A form that offers this live. */
export const LiveForm = z.object({
  id: Id,
  signupTitle: z.string(),
  path: z.string(),
  isPublished: z.boolean(),
  signups: z.number().int(),
})

export const Live = z.object({ ...fields, ...shown, ...kept, signupList: z.array(LiveForm) })
export type Live = z.output<typeof Live>

export const LiveRow = z.object({
  ...shown,
  liveName: fields.liveName,
  platformType: fields.platformType,
  beginAt: Instant,
  signups: z.number().int(),
  online: z.number().int(),
  orders: z.number().int(),
  /** Paid, in minor units of the firm's currency. */
  revenue: z.number().int(),
  /** Who watched its replay. */
  replayViewers: z.number().int(),
})
export type LiveRow = z.output<typeof LiveRow>

/** When a live begins: still to come, or within the last 7, 30 or 90 days. */
export const livePeriods = ['ahead', 'week', 'month', 'quarter'] as const
export type LivePeriod = (typeof livePeriods)[number]

/** What narrows the list of lives beside its tabs. */
export const LiveNarrowing = z.object({
  begins: z.enum(livePeriods).optional(),
  platformType: z.enum(platformTypes).optional(),
  /** A form that offers it. */
  signupId: Id.optional(),
  /** A product that it sells. */
  productId: Id.optional(),
})
export type LiveNarrowing = z.output<typeof LiveNarrowing>

/** Lives that one file holds. */
export const livesExportMax = 5000

/** Columns a list of lives may be sorted by. */
export const liveSorts = ['beginAt', 'signups', 'liveName'] as const

/** How many lives there are of each status. */
export const LiveCounts = z.object({
  all: z.number().int(),
  draft: z.number().int(),
  scheduled: z.number().int(),
  open: z.number().int(),
  live: z.number().int(),
  ended: z.number().int(),
  cancelled: z.number().int(),
})
export type LiveCounts = z.output<typeof LiveCounts>

export const liveRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/live',
    summary: 'Lives of the firm, running ones first, then by begin; `sort` is beginAt, signups or liveName.',
    access: firm('stream'),
    query: ListQuery.extend({ status: z.enum(liveStatuses).optional(), ...LiveNarrowing.shape }),
    answer: pageOf(LiveRow),
  },
  counts: {
    method: 'GET',
    path: '/live/counts',
    summary: 'How many lives there are of each status; searched and narrowed as the list is.',
    access: firm('stream'),
    query: ListQuery.pick({ q: true }).extend(LiveNarrowing.shape),
    answer: LiveCounts,
    added: true,
  },
  exportSheet: {
    method: 'GET',
    path: '/live/export',
    summary: 'The lives that the filters find, with their figures, as a sheet.',
    access: firm('stream'),
    query: ExportQuery.extend(ListQuery.pick({ q: true, sort: true }).shape)
      .extend({ status: z.enum(liveStatuses).optional() })
      .extend(LiveNarrowing.shape),
    answer: raw(sheetTypes.xlsx),
    errors: ['tooLarge'],
    added: true,
  },
  settleHours: {
    method: 'POST',
    path: '/live/reduce_firm_live_hours',
    summary:
      'Charges now what was watched of a live and its replay and is due; the server does so by itself. Again charges nothing.',
    access: firm('stream'),
    body: z.object({ liveId: Id }),
    answer: Nothing,
    errors: ['noData'],
  },
  create: {
    method: 'POST',
    path: '/live',
    summary: 'Makes a live as a draft, or published.',
    access: firm('stream'),
    body: LiveBody,
    answer: Live,
    bodyLimit: 4 * 1024 * 1024,
    errors: ['noData', 'conflict', 'balanceTooLow'],
    idempotency: 'optional',
  },
  show: { method: 'GET', path: '/live/:id', summary: 'One live.', access: firm('stream'), params: ById, answer: Live },
  change: {
    method: 'PUT',
    path: '/live/:id',
    summary: 'Changes a live; once it runs, its video and begin stay.',
    access: firm('stream'),
    params: ById,
    body: LiveBody,
    answer: Live,
    bodyLimit: 4 * 1024 * 1024,
    errors: ['conflict', 'balanceTooLow'],
  },
  remove: {
    method: 'DELETE',
    path: '/live/:id',
    summary: 'Deletes a draft, cancels a live that has not ended.',
    access: firm('stream'),
    params: ById,
    answer: Nothing,
    errors: ['conflict'],
  },
})
