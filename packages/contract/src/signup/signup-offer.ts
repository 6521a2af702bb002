import { z } from 'zod'
import { Id } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { Instant } from '../common/time.ts'
import { liveStatuses } from '../live/live.rules.ts'

/** A live still open for sign-up. */
export const AvailableLive = z.object({
  liveId: Id,
  liveName: z.string(),
  beginAt: Instant,
  endAt: Instant,
  status: z.enum(liveStatuses),
  /** The live's own picture, or its video's. */
  imageUrl: z.string(),
})

/** A live that slots of a series can be copies of. */
export const TemplateLive = z.object({
  liveId: Id,
  liveName: z.string(),
  /** The video of its own broadcast: it distinguishes lives of one name. */
  beginAt: Instant,
  lengthMs: z.number().int(),
  imageUrl: z.string(),
})

/** A product that the page shows. */
export const PublicProduct = z.object({
  productId: Id,
  productName: z.string(),
  price: z.number().int(),
  originalPrice: z.number().int().nullable(),
  currency: z.enum(currencies),
  imageUrl: z.string(),
})
