import { z } from 'zod'
import { because, common } from '../common/error-text.ts'
import { Id } from '../common/fields.ts'
import { isDay } from '../common/taipei.ts'

const Day = z.string().refine(isDay, because(common.wrongTime))

/** Days in Taipei, both included; of one link, or of one partner's. */
export const EffectPeriod = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 400 * 86_400_000, {
    path: ['to'],
    message: because(common.wrongTime),
  })

/** What came by links: numbers of acts, and money in minor units of the firm's currency. */
const figures = {
  clicks: z.number().int(),
  signups: z.number().int(),
  /** Paid. */
  orders: z.number().int(),
  /** Paid for what earns, before refunds. */
  sales: z.number().int(),
  commission: z.number().int(),
  /** Negative or 0. */
  reversed: z.number().int(),
}
const EffectFigures = z.object(figures)
export type EffectFigures = z.output<typeof EffectFigures>

export const DayEffect = z.object({ day: z.string(), ...figures })
export type DayEffect = z.output<typeof DayEffect>
export const LinkEffect = z.object({
  associationId: Id,
  code: z.string(),
  name: z.string(),
  partnerName: z.string(),
  ...figures,
})
export type LinkEffect = z.output<typeof LinkEffect>
export const FormEffect = z.object({ signupId: Id, title: z.string(), ...figures })
export type FormEffect = z.output<typeof FormEffect>
