import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { recipientStates } from './letter.rules.ts'

/** One letter to one person, as the log lists it; the address is empty without the right to personal data. */
export const LetterRow = z.object({
  id: Id,
  letterTemplateType: z.number().int(),
  channel: z.enum(['email', 'sms']),
  toName: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(recipientStates),
  transport: z.string(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type LetterRow = z.output<typeof LetterRow>

export const Letter = LetterRow.extend({
  /** Sanitised HTML, as sent. */
  html: z.string(),
  text: z.string(),
  problem: z.string(),
})

/** Letters that wait because the firm has written to too many new addresses within the hour. */
export const HeldLetters = z.object({
  count: z.number().int(),
  /** Since when the first of them has waited; null: none waits. */
  since: Instant.nullable(),
  /** Letters to new addresses that go within an hour. */
  anHour: z.number().int(),
})
export type HeldLetters = z.output<typeof HeldLetters>

export const letterRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/letter',
    summary: 'Letters of the firm, newest first; the outbox where no transport is set.',
    access: firm('form'),
    query: ListQuery.extend({
      letterTemplateType: z.coerce.number().int().optional(),
      /** Of one sending: its people. */
      letterId: Id.optional(),
    }),
    answer: pageOf(LetterRow),
  },
  held: {
    method: 'GET',
    path: '/letter/held',
    summary: 'How many letters to new addresses wait, and since when.',
    access: firm('form'),
    answer: HeldLetters,
    added: true,
  },
  show: {
    method: 'GET',
    path: '/letter/:id',
    summary: 'One letter as it was sent.',
    access: firm('form', 'personal'),
    params: ById,
    answer: Letter,
  },
})
