import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isRoute = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && typeof value.service === 'string' && typeof value.path === 'string' && 'access' in value

const isRouteTable = (value: unknown): value is Record<string, Record<string, unknown>> =>
  isRecord(value) && Object.keys(value).length > 0 && Object.values(value).every(isRoute)

const isPlain = (value: unknown): boolean => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}

/** What a caller needs of a route: where it goes, who calls, whether it takes a key, what kind of answer comes. */
const wireOf = ({ service, method, path, access, idempotency, answer }: Record<string, unknown>) => {
  const kind = isRecord(answer) && (answer.kind === 'page' || answer.kind === 'raw') ? answer.kind : 'data'
  return { service, method, path, access, idempotency, answer: { kind } }
}

/** The module that stands for a file of routes in the browser: no schemas, and constants as they are. */
export const stripRoutes = (exports: Readonly<Record<string, unknown>>): string =>
  Object.entries(exports)
    .flatMap(([name, value]) => {
      if (isRouteTable(value)) {
        const table = Object.fromEntries(Object.entries(value).map(([key, route]) => [key, wireOf(route)]))
        return [`export const ${name} = ${JSON.stringify(table)}`]
      }
      return isPlain(value) ? [`export const ${name} = ${JSON.stringify(value)}`] : []
    })
    .join('\n')

/** Where the module below finds what reads by a written-down schema. */
const readerModule = fileURLToPath(new URL('../../lib/schema/plain-schema.ts', import.meta.url))

/** What plain-schema.ts reads by, and what says no more than that. */
const readKeywords = new Set(
  (
    'type const enum anyOf oneOf properties required additionalProperties items minimum maximum minLength maxLength ' +
    'pattern default format propertyNames'
  ).split(' '),
)

/** A rule that the reader knows nothing of would be a rule less on the audience's pages. */
const refuseUnread = (name: string, schema: unknown): void => {
  if (!isRecord(schema)) return
  const unread = Object.keys(schema).find((keyword) => !readKeywords.has(keyword))
  if (unread !== undefined) throw new Error(`${name}: plain-schema.ts doesn't read '${unread}'`)
  const { anyOf, oneOf, properties, items, additionalProperties } = schema
  const below = [anyOf, oneOf, isRecord(properties) ? Object.values(properties) : []].flatMap((each) => each ?? [])
  for (const each of [...below, items, additionalProperties]) refuseUnread(name, each)
}

const constOf = (schema: unknown, name: string): unknown =>
  isRecord(schema) && isRecord(schema.properties) && isRecord(schema.properties[name])
    ? schema.properties[name].const
    : undefined

/** A union with a discriminator becomes a table by it: a room has 23 kinds of events, dozens at a time. */
const tabled = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(tabled)
  if (!isRecord(schema)) return schema
  const { oneOf, ...rest } = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, tabled(each)]))
  if (!Array.isArray(oneOf)) return rest
  const [first] = oneOf
  const names = isRecord(first) && isRecord(first.properties) ? Object.keys(first.properties) : []
  const name = names.find((each) => oneOf.every((one) => typeof constOf(one, each) === 'string'))
  if (name === undefined) return { ...rest, oneOf }
  return { ...rest, by: { name, to: Object.fromEntries(oneOf.map((one) => [constOf(one, name), one])) } }
}

/** The module that stands for the room's protocol: constants as they are, schemas written down as plain tables. */
export const writeDownSchemas = (exports: Readonly<Record<string, unknown>>): string => {
  const lines = Object.entries(exports).flatMap(([name, value]) => {
    if (value instanceof z.ZodType) {
      const { $schema: _, ...written } = z.toJSONSchema(value, { io: 'input' })
      refuseUnread(name, written)
      // As one string: an engine reads that faster than so long a literal.
      const text = JSON.stringify(JSON.stringify(tabled(written)))
      return [`export const ${name} = /* @__PURE__ */ plainReader(/* @__PURE__ */ JSON.parse(${text}))`]
    }
    return isPlain(value) ? [`export const ${name} = ${JSON.stringify(value)}`] : []
  })
  return [`import { plainReader } from ${JSON.stringify(readerModule)}`, ...lines].join('\n')
}

const isText = (value: unknown): boolean =>
  isRecord(value) && typeof value.name === 'string' && typeof value['zh-TW'] === 'string'

/** Names of what a module exports that are tables of error texts. */
export const textTablesOf = (exports: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(exports).flatMap(([name, table]) =>
    isRecord(table) && Object.keys(table).length > 0 && Object.values(table).every(isText) ? [name] : [],
  )

/** The module that stands for a table of error texts: each is an export of its own, so that those nobody names fall away. */
export const writeTexts = (table: unknown): string =>
  Object.entries(isRecord(table) ? table : {})
    .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)}`)
    .join('\n')

interface Import extends Node {
  readonly source?: { readonly value: string }
  readonly specifiers?: readonly (Node & {
    readonly imported?: { readonly name: string }
    readonly local: { readonly name: string }
  })[]
}

/**
 * Imports tables of error texts as the modules that stand for them. `moduleOf` answers which that is; undefined: what is
 * imported by that name from there is no such table.
 */
export const importTexts = (
  code: string,
  program: { readonly body: readonly Import[] },
  moduleOf: (source: string, name: string) => string | undefined,
): string =>
  program.body.toReversed().reduce((before, { type, start, end, source, specifiers = [] }) => {
    if (type !== 'ImportDeclaration' || !source) return before
    const found = specifiers.map((specifier) => ({
      text: before.slice(specifier.start, specifier.end),
      local: specifier.local.name,
      module: specifier.imported && moduleOf(source.value, specifier.imported.name),
    }))
    if (found.every(({ module }) => module === undefined)) return before
    const others = found.filter(({ module }) => module === undefined).map(({ text }) => text)
    const imports = [
      ...(others.length === 0 ? [] : [`import { ${others.join(', ')} } from ${JSON.stringify(source.value)}`]),
      ...found.flatMap(({ module, local }) =>
        module === undefined ? [] : [`import * as ${local} from ${JSON.stringify(module)}`],
      ),
    ]
    return `${before.slice(0, start)}${imports.join(';')};${before.slice(end)}`
  }, code)

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

interface Declaration extends Node {
  readonly declarations?: readonly { readonly init?: Node | null }[]
  readonly declaration?: Declaration | null
}

/** Values that calls may be part of: a call itself, or a table of what calls answer. */
const madeByCalls = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression'])

/** Wraps the values of top-level constants that calls make: `const A = z.string()` may go if A is not used. */
export const markPure = (code: string, program: { readonly body: readonly Declaration[] }): string => {
  const values = program.body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? (statement.declarations ?? []) : []))
    .flatMap(({ init }) => (init && madeByCalls.has(init.type) ? [init] : []))
  return values.toReversed().reduce((before, { start, end }) => {
    const value = before.slice(start, end)
    const body = value.startsWith('{') ? `(${value})` : value
    return `${before.slice(0, start)}/* @__PURE__ */ (() => ${body})()${before.slice(end)}`
  }, code)
}
