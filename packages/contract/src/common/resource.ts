import { z } from 'zod'
import { firm, type Resource as Permission } from './access.ts'
import { EditVersion, editedFrom } from './edit-version.ts'
import { because, type ErrorText } from './error-text.ts'
import type { Field, Fields } from './field.ts'
import { ById, Id, Nothing } from './fields.ts'
import type { Texts } from './language.ts'
import { ListQuery, pageOf } from './page.ts'
import { Instant } from './time.ts'

type BodyShape<F extends Fields> = { readonly [K in keyof F]: F[K]['body'] }
type AnswerShape<F extends Fields> = { readonly [K in keyof F]: F[K]['answer'] }
type Shape = Readonly<Record<string, z.ZodType>>

/** What is wrong with a body beyond its single fields; pure, so that form and server say the same. */
export type CheckBody<F extends Fields> = (
  body: {
    readonly [K in keyof F]: z.output<F[K]['body']>
  },
) => readonly { readonly field: keyof F & string; readonly reason: ErrorText }[]

export interface ResourceOptions<
  F extends Fields,
  D extends Fields,
  Q extends Shape,
  Tab extends string,
  Versioned extends boolean,
> {
  /** Where its routes stand, below the prefix of the console's service. */
  readonly path: `/${string}`
  /** What one and several of it are called in the API's documents: ['coupon', 'coupons']. */
  readonly names: readonly [one: string, many: string]
  /** What a member must have to read it, and to write it. */
  readonly permission: Permission
  readonly fields: F
  /** The field by which people call a record. */
  readonly main: keyof F & string
  /** What the server works out for each record; never sent. */
  readonly derived?: D
  /** Parameters that narrow the list. */
  readonly filters?: Q
  /** States by which the list is cut into tabs with counts (`state=…`). */
  readonly tabs?: readonly Tab[]
  /** What the list may be sorted by besides `createdAt`. */
  readonly sorts?: readonly (keyof F & string)[]
  readonly check?: CheckBody<F>
  /** False: its routes are of the specification, not added by us. */
  readonly added?: boolean
  /** Largest body of a record, in bytes, where the usual one is too small. */
  readonly bodyLimit?: number
  /** Its records have versions: of two who change one, the second is asked. */
  readonly versions?: Versioned
  /** What fields and derived values are called: headers of lists and sheets, labels of forms. */
  readonly titles?: Readonly<Partial<Record<(keyof F | keyof D | 'createdAt') & string, Texts>>>
}

const shapeOf = (fields: Fields, part: 'body' | 'answer'): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]))

/** Fields of every record. */
const always = { id: Id, createdAt: Instant } as const
type Always<Versioned> = typeof always & (Versioned extends true ? { readonly version: typeof EditVersion } : unknown)

/**
 * Describes a resource of the console once: what is sent and answered, listed, sorted and searched. Its routes are
 * `resourceRoutes(…)`, its service `createResource` of the server, its page `resourcePage` of the web; each can be left
 * out where a feature needs its own.
 *
 * @example
 * export const coupon = defineResource({
 *   path: '/coupon', names: ['coupon', 'coupons'], permission: 'order', main: 'code',
 *   fields: { code: text({ max: 20, search: true }), uses: optionalCount() },
 *   sorts: ['code'],
 * })
 */
export const defineResource = <
  const F extends Fields,
  const D extends Fields = Record<never, Field>,
  const Q extends Shape = Record<never, z.ZodType>,
  const Tab extends string = never,
  const Versioned extends boolean = false,
>(
  options: ResourceOptions<F, D, Q, Tab, Versioned>,
) => {
  const { fields, check, derived = {} as D, filters = {} as Q, tabs = [], sorts = [] } = options
  const plain = z.object(shapeOf(fields, 'body')) as z.ZodObject<BodyShape<F>>
  const checked = <S extends z.ZodObject>(schema: S): S =>
    check === undefined
      ? schema
      : schema.check(({ value, issues }) => {
          for (const { field, reason } of check(value as Parameters<typeof check>[0]))
            issues.push({ code: 'custom', message: because(reason), path: [field], input: value })
        })
  return {
    ...options,
    derived,
    filters,
    tabs,
    sorts: ['createdAt', ...sorts] as const,
    /** What makes a record, and what its form holds. */
    Body: checked(plain),
    /** What changes a record: the same, with the version it was made from. */
    ChangeBody: checked(plain.extend(editedFrom)),
    /** A record as it is answered. */
    Record: z.object({
      ...always,
      ...(options.versions === true ? { version: EditVersion } : {}),
      ...shapeOf(fields, 'answer'),
      ...shapeOf(derived, 'answer'),
    }) as unknown as z.ZodObject<Always<Versioned> & AnswerShape<F> & AnswerShape<D>>,
    /** Query of the list. */
    Query: ListQuery.extend({
      ...(Object.fromEntries(Object.entries(filters).map(([name, schema]) => [name, schema.optional()])) as unknown as {
        [K in keyof Q]: z.ZodOptional<Q[K]>
      }),
      state: z.enum(tabs as readonly [Tab, ...Tab[]]).optional(),
    }),
    /** How many records each tab has; `all` counts every one. */
    Counts: z.object({
      all: z.number().int(),
      ...(Object.fromEntries(tabs.map((tab) => [tab, z.number().int()])) as { [K in Tab]: z.ZodInt }),
    }),
  }
}

/** Any resource, for code that serves them all. */
export interface AnyResource
  extends Pick<
    ResourceOptions<Fields, Fields, Shape, string, boolean>,
    'path' | 'names' | 'permission' | 'fields' | 'main' | 'versions' | 'titles' | 'added' | 'bodyLimit'
  > {
  readonly derived: Fields
  readonly filters: Shape
  readonly tabs: readonly string[]
  readonly sorts: readonly string[]
  readonly Body: z.ZodObject
  readonly ChangeBody: z.ZodObject
  readonly Record: z.ZodObject
  readonly Query: z.ZodObject
  readonly Counts: z.ZodObject
}

/** A record of a resource as it is answered. */
export type RecordOf<R extends Pick<AnyResource, 'Record'>> = z.output<R['Record']>

/** The six routes of a resource, for `defineRoutes('console', { ...resourceRoutes(coupon) })`. */
export const resourceRoutes = <R extends AnyResource>(resource: R) => {
  const { path, names, permission, fields, sorts, tabs, added = true } = resource
  const [one, many] = names
  const access = firm(permission)
  const size = resource.bodyLimit === undefined ? {} : { bodyLimit: resource.bodyLimit }
  const searched = Object.keys(fields).filter((name) => fields[name]?.search === true)
  const search = searched.length === 0 ? '' : `; \`q\` searches ${searched.join(', ')}`
  return {
    list: {
      method: 'GET',
      path,
      summary: `Lists ${many}, the newest first${search}; \`sort\` is ${sorts.join(', ')}.`,
      access,
      query: resource.Query as R['Query'],
      answer: pageOf(resource.Record as R['Record']),
      added,
    },
    counts: {
      method: 'GET',
      path: `${path}/counts`,
      summary: `How many ${many} there are${tabs.length === 0 ? '' : `, in all and by state: ${tabs.join(', ')}`}.`,
      access,
      query: z.object({ q: ListQuery.shape.q }),
      answer: resource.Counts as R['Counts'],
      // The specification knows no counts.
      added: true,
    },
    create: {
      method: 'POST',
      path,
      summary: `Makes a ${one}.`,
      access,
      body: resource.Body as R['Body'],
      answer: resource.Record as R['Record'],
      errors: ['noData'],
      idempotency: 'optional',
      ...size,
      added,
    },
    show: {
      method: 'GET',
      path: `${path}/:id`,
      summary: `One ${one}.`,
      access,
      params: ById,
      answer: resource.Record as R['Record'],
      errors: ['noData'],
      added,
    },
    change: {
      method: 'PUT',
      path: `${path}/:id`,
      summary: `Changes a ${one}. With \`version\`, \`conflict\` when somebody changed it since.`,
      access,
      params: ById,
      body: resource.ChangeBody as R['ChangeBody'],
      answer: resource.Record as R['Record'],
      errors: ['noData', 'conflict'],
      ...size,
      added,
    },
    remove: {
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Deletes a ${one}.`,
      access,
      params: ById,
      answer: Nothing,
      errors: ['noData'],
      added,
    },
  } as const
}
