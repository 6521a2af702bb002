import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Line, Link, Nothing, OptionalLine, PictureUrl } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant, PlannedInstant } from '../common/time.ts'
import { defaultWaitingMinutes, liveStatuses, platformTypes } from './live.rules.ts'

/** A product of a live and when its card shows, in seconds from the begin; without `showAt` it is only in the list. */
export const LiveProduct = z.object({
  productId: Id,
  showAt: z.number().min(0).max(86_400).nullable(),
  hideAt: z.number().min(0).max(86_400).nullable(),
})

/** A simulated purchase notice at a second of the live. */
export const FakeTicket = z.object({
  at: z.number().min(0).max(86_400),
  userName: Line(40),
  productId: Id,
  quantity: z.number().int().min(1).max(99),
})

/** A line over the room from a second on, until the next one. */
export const CallToAction = z.object({ at: z.number().min(0).max(86_400), text: Line(80), url: Link(300) })

/** The virtual audience from a second on: shown on top of the real viewers, never in figures of money or hours. */
export const AudiencePoint = z.object({
  at: z.number().min(0).max(86_400),
  count: z.number().int().min(0).max(100_000),
})

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
  audienceCurve: z.array(AudiencePoint).max(2000),
  bannedKeywords: z.array(OptionalLine(40)).max(500),
  anonymousAllowed: z.boolean(),
  /** URL of the poster; empty: the video's thumbnail. */
  liveImage: PictureUrl,
  /** Name shown with the host badge. */
  hostName: OptionalLine(40),
}

export const LiveBody = z.object({
  ...fields,
  waitingMinutes: fields.waitingMinutes.default(defaultWaitingMinutes),
  replayMinutes: fields.replayMinutes.default(0),
  commentModId: fields.commentModId.default(null),
  productList: fields.productList.default([]),
  fakeTicket: fields.fakeTicket.default([]),
  callToAction: fields.callToAction.default([]),
  audienceCurve: fields.audienceCurve.default([]),
  bannedKeywords: fields.bannedKeywords.default([]),
  anonymousAllowed: fields.anonymousAllowed.default(true),
  liveImage: fields.liveImage.default(''),
  hostName: fields.hostName.default(''),
  /** Publishes at once. */
  publish: z.boolean().default(false),
})
export type LiveBody = z.output<typeof LiveBody>

const shown = {
  id: Id,
  /** The unguessable id of its public URLs (spec: paramStreamId). */
  streamId: z.string(),
  status: z.enum(liveStatuses),
  endAt: Instant,
  videoName: z.string(),
  videoDuration: z.number().int().nullable(),
  imageUrl: z.string(),
}

/** As stored: what was kept before a rule is still shown. */
const kept = {
  beginAt: Instant,
  callToAction: z.array(CallToAction.extend({ url: z.string() })),
  liveImage: z.string(),
}

export const Live = z.object({ ...fields, ...shown, ...kept })
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
})
export type LiveRow = z.output<typeof LiveRow>

export const liveRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/live',
    summary: 'Lives of the firm, running ones first, then by begin.',
    access: firm('stream'),
    query: ListQuery.extend({ status: z.enum(liveStatuses).optional() }),
    answer: pageOf(LiveRow),
  },
  create: {
    method: 'POST',
    path: '/live',
    summary: 'Makes a live as a draft, or published.',
    access: firm('stream'),
    body: LiveBody,
    answer: Live,
    bodyLimit: 2 * 1024 * 1024,
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
    bodyLimit: 2 * 1024 * 1024,
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
