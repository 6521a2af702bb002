import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { OrderAnswer } from '../room/room-event.schema.ts'
import { quantityMax } from './checkout.schema.ts'

/** An order by comment, as the staff's queue has it. */
export const CommentOrder = OrderAnswer.omit({ of: true }).extend({
  seq: z.number().int(),
  ms: z.number().int(),
  at: Instant,
  text: z.string(),
  /** Nobody has decided: the viewer hasn't chosen, the staff hasn't either. */
  waits: z.boolean(),
  byName: z.string(),
})
export type CommentOrder = z.output<typeof CommentOrder>

export const commentOrderRoutes = defineRoutes('room', {
  list: {
    method: 'GET',
    path: '/live/order_queue',
    summary: 'Orders by comment of a live, those that wait first, then the newest.',
    access: crew('room'),
    query: ListQuery.pick({ limit: true, cursor: true }).extend({
      liveId: Id,
      waits: z.enum(['yes', 'no']).optional(),
    }),
    answer: pageOf(CommentOrder),
    errors: ['notFound'],
    added: true,
  },
  settle: {
    method: 'POST',
    path: '/live/order_queue',
    summary: 'Chooses for the viewer what an unclear order meant, and holds it; or says that it is no order.',
    access: crew('show', 'write'),
    body: z.object({
      liveId: Id,
      seq: z.number().int().min(1),
      /** Null: no order. */
      choice: z.object({ variantId: Id, quantity: z.number().int().min(1).max(quantityMax) }).nullable(),
    }),
    answer: z.object({ answer: OrderAnswer }),
    errors: ['noData', 'conflict', 'soldOut'],
    added: true,
  },
  release: {
    method: 'POST',
    path: '/live/order_queue/release',
    summary: 'Puts all that is held for a viewer by comment back on sale; the cart keeps its lines.',
    access: crew('show', 'write'),
    body: z.object({
      liveId: Id,
      /** Of the viewer, as the room shows it. */
      userId: z.string().min(1).max(60),
    }),
    /** Pieces that were held. */
    answer: z.object({ released: z.number().int().min(0) }),
    errors: ['noData'],
    added: true,
  },
})
