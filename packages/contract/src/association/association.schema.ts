import { z } from 'zod'
import { Amount } from '../common/money.ts'
import { touchRules } from './association.rules.ts'

/** What holds for all of a firm's partners. */
export const AssociationProgram = z.object({
  /** Which of several links a sale is credited to. */
  touch: z.enum(touchRules),
  /** Less is carried on to the next statement, minor units. */
  leastPayout: Amount,
})
export type AssociationProgram = z.output<typeof AssociationProgram>

export const startingProgram: AssociationProgram = { touch: 'last', leastPayout: 500_00 }
