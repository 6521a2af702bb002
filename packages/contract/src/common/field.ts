import { z } from 'zod'
import { because, common, type ErrorText } from './error-text.ts'
import { Id, Line, OptionalLine } from './fields.ts'
import type { Texts } from './language.ts'
import { Amount } from './money.ts'
import { Instant, PlannedInstant } from './time.ts'

/** The kinds of fields that a resource may have; server and web have one row for each. */
export const fieldKinds = ['text', 'choice', 'flag', 'count', 'money', 'percent', 'instant', 'ref', 'list'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** One field of a resource: how it is sent and answered, and what lists, forms and sheets do with it. */
export interface Field<
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Kind extends FieldKind = FieldKind,
> {
  readonly kind: Kind
  /** What a body takes. */
  readonly body: Body
  /** What an answer holds. */
  readonly answer: Answer
  /** What a form of a new record begins with. */
  readonly initial: z.input<Body>
  /** It may be left empty: '' of a text, null of all others. */
  readonly optional: boolean
  /** Characters of a text. */
  readonly max?: number
  /** The search of the list looks in it. */
  readonly search?: boolean
  /** Why a second record of a firm may not have it. A unique index named after table and field (`coupon_code`) decides. */
  readonly unique?: ErrorText
  /** What the values of a choice are called; in this order they are offered. */
  readonly choices?: Readonly<Record<string, Texts>>
}

export type Fields = Readonly<Record<string, Field>>

interface TextOptions {
  readonly max: number
  readonly optional?: boolean
  readonly search?: boolean
  readonly unique?: ErrorText
  /** Letters are stored so, and found however they are typed. */
  readonly fold?: 'upper' | 'lower'
  readonly match?: RegExp
}

/** A line of text. */
export const text = ({ max, optional = false, fold, match, ...rest }: TextOptions) => {
  const line = optional ? OptionalLine(max) : Line(max)
  // Letters can become more by it: 'ß' is 'SS'.
  const cased =
    fold === undefined
      ? line
      : (fold === 'upper' ? line.toUpperCase() : line.toLowerCase()).max(max, because(common.tooLong))
  const body = match === undefined ? cased : cased.regex(match, because(common.wrongFormat))
  return { ...rest, kind: 'text', body, answer: z.string(), initial: '', optional, max } as const
}

/** One of several values; `choices` says what each is called. The first is what a form begins with. */
export const choice = <const Name extends string>(choices: Readonly<Record<Name, Texts>>) => {
  const names = Object.keys(choices) as [Name, ...Name[]]
  const body = z.enum(names, because(common.wrongChoice))
  return { kind: 'choice', body, answer: z.enum(names), initial: names[0], optional: false, choices } as const
}

/** Yes or no; a form begins with `initial`. */
export const flag = (initial = false) =>
  ({ kind: 'flag', body: z.boolean(), answer: z.boolean(), initial, optional: false }) as const

interface NumberOptions {
  readonly min?: number
  readonly max?: number
}

const whole = ({ min = 0, max = 1_000_000_000 }: NumberOptions) =>
  z
    .number({ error: because(common.required) })
    .int(because(common.wrongFormat))
    .min(min, because(common.tooSmall))
    .max(max, because(common.tooBig))

/** A number that must be there: a form begins without one, which its schema refuses. */
const missing = Number.NaN

/** A whole number. */
export const count = (options: NumberOptions = {}) =>
  ({ kind: 'count', body: whole(options), answer: z.number().int(), initial: missing, optional: false }) as const

/** A whole number, or null. */
export const optionalCount = (options: NumberOptions = {}) =>
  ({
    kind: 'count',
    body: whole(options).nullable(),
    answer: z.number().int().nullable(),
    initial: null,
    optional: true,
  }) as const

/** An amount of the firm's currency, minor units. */
export const money = (options: NumberOptions = {}) =>
  ({
    kind: 'money',
    body: whole({ max: 1e12, ...options }),
    answer: Amount,
    initial: missing,
    optional: false,
  }) as const

/** An amount of the firm's currency, minor units, or null. */
export const optionalMoney = (options: NumberOptions = {}) =>
  ({
    kind: 'money',
    body: whole({ max: 1e12, ...options }).nullable(),
    answer: Amount.nullable(),
    initial: null,
    optional: true,
  }) as const

/** Whole percent, 0 to 100. */
export const percent = () =>
  ({ kind: 'percent', body: whole({ max: 100 }), answer: z.number().int(), initial: missing, optional: false }) as const

/** An instant on the wire (ISO 8601), of the years in which somebody plans. */
export const instant = () =>
  ({ kind: 'instant', body: PlannedInstant, answer: Instant, initial: '', optional: false }) as const

/** An instant, or null. */
export const optionalInstant = () =>
  ({
    kind: 'instant',
    body: PlannedInstant.nullable(),
    answer: Instant.nullable(),
    initial: null,
    optional: true,
  }) as const

/** The id of a record of another resource. */
export const ref = () => ({ kind: 'ref', body: Id, answer: Id, initial: '', optional: false }) as const

/** Records of their own, kept with this one as JSON (lines of a list). */
export const list = <S extends z.ZodType>(item: S, max: number) =>
  ({
    kind: 'list',
    body: z.array(item).max(max, because(common.tooLong)),
    answer: z.array(item),
    initial: [],
    optional: true,
  }) as const
