import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'

/** Minutes that a curve goes back. */
export const curveMinutes = 60

/** By minute of the live since its begin, negative before; the oldest first, without minutes in which nothing changed. */
const Curve = z.array(z.object({ minute: z.number().int(), count: z.number().int() }))

export const RoomCurves = z.object({
  /** What viewers wrote in each minute of the last hour. */
  comments: Curve,
  /** Real viewers at the end of each minute; where one is left out there were as many as before. */
  viewers: Curve,
  /** Hearts that viewers gave in each minute of the last hour, and all of them. */
  hearts: Curve,
  heartsTotal: z.number().int(),
  /** What the script has let fly so far: counted apart. */
  simulatedHearts: z.number().int(),
  /** Of the products of the live, over all of it. */
  products: z.array(
    z.object({
      productId: Id,
      /** Visits of the room in which the product was seen. */
      views: z.number().int(),
      /** Visits in which somebody tapped it: its place on the shelf, its variants or its button. */
      clicks: z.number().int(),
      /** How often it was put into a cart. */
      adds: z.number().int(),
    }),
  ),
})
export type RoomCurves = z.output<typeof RoomCurves>

export const roomCurveRoutes = defineRoutes('room', {
  curves: {
    method: 'GET',
    path: '/live/curves',
    summary:
      'Comments, viewers and hearts of a room by minute, and how often each product was seen, tapped and put into a cart.',
    access: crew('room'),
    query: z.object({ liveId: Id }),
    answer: RoomCurves,
    errors: ['notFound'],
    added: true,
  },
})
