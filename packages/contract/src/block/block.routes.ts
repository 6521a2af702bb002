import { z } from 'zod'
import { crew, firm } from '../common/access.ts'
import { ById, Id, OptionalLine } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { Email, PhoneInput } from '../common/phone.ts'
import { because, common } from '../common/error-text.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { isBlank, plainLine } from '../common/typed-text.ts'
import { blockErrors } from './block.errors.ts'
import { blockStates } from './block.rules.ts'

/** Somebody who is, or was, blocked. Phone and e-mail are redacted for who may not read personal data. */
export const Block = z.object({
  id: Id,
  state: z.enum(blockStates),
  /** The one live it bars from; null: all lives. */
  liveId: Id.nullable(),
  liveName: z.string(),
  /** The live it happened in, also of one that was made permanent; null when added by hand without one. */
  fromLiveId: Id.nullable(),
  fromLiveName: z.string(),
  liveUserId: Id.nullable(),
  name: z.string(),
  anonymous: z.boolean(),
  phone: z.string(),
  email: z.string(),
  /** Whether the browser is blocked too. */
  hasDevice: z.boolean(),
  reason: z.string(),
  byName: z.string(),
  createdAt: Instant,
  permanentByName: z.string(),
  permanentAt: Instant.nullable(),
  cancelledByName: z.string(),
  cancelledAt: Instant.nullable(),
})
export type Block = z.output<typeof Block>

/** What the person said, the newest first. */
export const Said = z.object({ text: z.string(), at: Instant, liveName: z.string() })

export const BlockDetail = Block.extend({ said: z.array(Said) })
export type BlockDetail = z.output<typeof BlockDetail>

export const BlockCounts = z.object({
  active: z.number().int(),
  temporary: z.number().int(),
  permanent: z.number().int(),
  cancelled: z.number().int(),
})
export type BlockCounts = z.output<typeof BlockCounts>

/** A viewer who could be blocked. */
export const BlockCandidate = z.object({
  liveUserId: Id,
  name: z.string(),
  anonymous: z.boolean(),
  phone: z.string(),
  email: z.string(),
  liveId: Id,
  liveName: z.string(),
  createdAt: Instant,
})
export type BlockCandidate = z.output<typeof BlockCandidate>

const ErrorText = OptionalLine(200).default('')
/** Empty is none, as forms send it. */
const orNone = <S extends z.ZodType<string, string>>(schema: S) =>
  z
    .string()
    .overwrite((text) => (isBlank(text) ? '' : text))
    .pipe(z.union([z.literal('').transform(() => null), schema]))
    .nullable()
    .default(null)

export const BlockBody = z
  .object({
    /** Only this live; null: all lives of the firm. */
    liveId: Id.nullable().default(null),
    liveUserId: Id.nullable().default(null),
    /** As the staff writes it down: what somebody is blocked for may be a link for a name. */
    name: z.string().overwrite(plainLine).max(40, because(common.tooLong)).default(''),
    phone: orNone(PhoneInput),
    /** Country whose way of writing the number is meant. */
    phoneCountry: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .default('TW'),
    email: orNone(Email),
    reason: ErrorText,
  })
  .refine((body) => body.liveUserId !== null || body.phone !== null || body.email !== null, {
    message: because(blockErrors.blockNobody),
    path: ['phone'],
  })
export type BlockBody = z.output<typeof BlockBody>

const narrowing = { state: z.enum(['active', ...blockStates]).optional(), liveId: Id.optional() }

export const blockRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/block',
    summary:
      'Lists who is blocked, the newest first; `q` searches names and reasons (phones and e-mails for who may read them).',
    access: firm('stream'),
    query: ListQuery.extend(narrowing),
    answer: pageOf(Block),
  },
  counts: {
    method: 'GET',
    path: '/block/counts',
    summary: 'How many blocks there are of each kind.',
    access: firm('stream'),
    query: z.object({ q: ListQuery.shape.q, liveId: narrowing.liveId }),
    answer: BlockCounts,
    added: true,
  },
  candidates: {
    method: 'GET',
    path: '/block/candidates',
    summary: 'Viewers by name, the newest first, to choose one to bar.',
    access: firm('stream'),
    query: z.object({ q: ListQuery.shape.q, liveId: narrowing.liveId }),
    answer: z.object({ viewers: z.array(BlockCandidate) }),
    added: true,
  },
  create: {
    method: 'POST',
    path: '/block',
    summary: 'Bars a person by hand: a viewer, a phone number or an e-mail address; from one live or from all.',
    access: firm('stream'),
    body: BlockBody,
    answer: Block,
    errors: ['noData'],
    idempotency: 'optional',
    added: true,
  },
  cancelMany: {
    method: 'POST',
    path: '/block/cancel',
    summary: 'Cancels several blocks, of either kind; answers how many were in force.',
    access: firm('stream'),
    body: z.object({ ids: z.array(Id).min(1).max(100) }),
    answer: z.object({ cancelled: z.number().int() }),
    added: true,
  },
  show: {
    method: 'GET',
    path: '/block/:id',
    summary: 'One block, with what the person said.',
    access: firm('stream'),
    params: ById,
    answer: BlockDetail,
    added: true,
    errors: ['noData'],
  },
  cancel: {
    method: 'PUT',
    path: '/block/:id/cancel_block',
    summary: 'Cancels a temporary block: the person may come in at once.',
    access: firm('stream'),
    params: ById,
    answer: Block,
    errors: ['noData', 'conflict'],
  },
  cancelPermanent: {
    method: 'PUT',
    path: '/block/:id/cancel_permanent_block',
    summary: 'Cancels a permanent block: the person may come in at once.',
    access: firm('stream'),
    params: ById,
    answer: Block,
    errors: ['noData', 'conflict'],
  },
  makePermanent: {
    method: 'PUT',
    path: '/block/:id/permanent_block',
    summary: 'Blocks from all lives of the firm the person whom this block keeps, or kept, out of one.',
    access: firm('stream'),
    params: ById,
    answer: Block,
    errors: ['noData'],
  },
  again: {
    method: 'PUT',
    path: '/block/:id/block_again',
    summary: 'Undoes a cancellation: the block holds again as it did.',
    access: firm('stream'),
    params: ById,
    answer: Block,
    errors: ['noData'],
    added: true,
  },
})

export const roomBlockRoutes = defineRoutes('room', {
  list: {
    method: 'GET',
    path: '/live/block_list',
    summary: 'Lists who is blocked from this live, by a block of its own or of all lives.',
    access: crew('room'),
    query: ListQuery.pick({ limit: true, cursor: true, q: true }).extend({ liveId: Id }),
    answer: pageOf(Block),
    errors: ['noData'],
  },
  block: {
    method: 'POST',
    path: '/live/block_user',
    summary: 'Bars a viewer from this live, or from all; the connection ends within a second.',
    access: crew('room'),
    body: z.object({
      liveId: Id,
      /** user.userId of a chat message: the publicId. */
      userId: z.string().min(1).max(60),
      permanent: z.boolean().default(false),
      reason: ErrorText,
    }),
    answer: Block,
    errors: ['noData'],
  },
  unblock: {
    method: 'DELETE',
    path: '/live/block_user',
    summary:
      'Takes back a block that bars from this live: the person may come in at once. One of all lives is taken back by who made it, or by who may change lives.',
    access: crew('room'),
    query: z.object({ liveId: Id, blockId: Id }),
    answer: Block,
    errors: ['noData'],
    added: true,
  },
})
