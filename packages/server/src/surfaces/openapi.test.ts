import { readdirSync, readFileSync } from 'node:fs'
import { allRoutes, routeTables, slugOfRoute } from '@kaimai/contract/all-routes.ts'
import { errorRow } from '@kaimai/contract/common/error.ts'
import { pathOf, services, type Service } from '@kaimai/contract/common/route.ts'
import { errorsOf } from '@kaimai/contract/common/route-errors.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApiOf } from '../platform/http/openapi.ts'
import { openApiPage } from '../platform/http/openapi-page.ts'

const Schema = z.record(z.string(), z.unknown())
const Content = z.record(z.string().regex(/^[\w.-]+\/[\w.+-]+/), z.strictObject({ schema: Schema }))
const Operation = z.strictObject({
  operationId: z.string().min(1),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(1),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.strictObject({
      name: z.string().min(1),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema: Schema,
    }),
  ),
  requestBody: z.strictObject({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(z.string().regex(/^[2-5]\d\d$/), z.strictObject({ description: z.string(), content: Content })),
})
/** What OpenAPI 3.1 asks of the parts that our documents have. */
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.strictObject({ url: z.string().startsWith('/') })).min(1),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(z.string().startsWith('/'), z.record(z.enum(['get', 'put', 'post', 'delete']), Operation.optional())),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), Schema),
    securitySchemes: z.record(z.string(), z.record(z.string(), z.string())),
  }),
})

const JsonType = z.enum(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'])
/** What JSON Schema (2020-12) asks of the words that describe a shape; the rest are limits of one value. */
const Shape = z.looseObject({
  type: JsonType.or(z.array(JsonType).min(1)).optional(),
  properties: z.record(z.string(), Schema).optional(),
  required: z.array(z.string()).optional(),
  items: Schema.optional(),
  anyOf: z.array(Schema).min(1).optional(),
  oneOf: z.array(Schema).min(1).optional(),
  additionalProperties: z.boolean().or(Schema).optional(),
  propertyNames: Schema.optional(),
  enum: z.array(z.unknown()).min(1).optional(),
  pattern: z
    .string()
    .refine((text) => new RegExp(text, 'u'))
    .optional(),
})

/** What is wrong with a schema, or within it. */
const faultsOf = (schema: unknown): string[] => {
  const read = Shape.safeParse(schema)
  if (!read.success) return [`${JSON.stringify(schema).slice(0, 200)}: ${read.error.message}`]
  const { properties = {}, required = [], items, anyOf = [], oneOf = [], additionalProperties } = read.data
  const unknown = required.filter((name) => read.data.properties && !Object.hasOwn(properties, name))
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...(items ? [items] : [])]
  if (typeof additionalProperties === 'object') inner.push(additionalProperties)
  return [...unknown.map((name) => `${name} is required and not described`), ...inner.flatMap(faultsOf)]
}

const names = Object.keys(services) as Service[]
const documentOf = (service: Service) => Document.parse(openApiOf(service, allRoutes, '1.0.0', slugOfRoute))

describe.each(names)('the document of %s', (service) => {
  const document = documentOf(service)
  /** Every schema of a call's body and answers. */
  const schemasOf = ({ responses, requestBody }: z.output<typeof Operation>) =>
    [...Object.values(responses), ...(requestBody ? [requestBody] : [])].flatMap(({ content }) =>
      Object.values(content).map(({ schema }) => schema),
    )
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((operation) => (operation ? [{ path, operation }] : [])),
  )

  test('SURFACES-91 Each route stands in its service’s document with every status that it can answer, and why', () => {
    const routes = Object.entries(allRoutes).filter(([, route]) => route.service === service)
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      routes.map(([name]) => name).toSorted(),
    )
    for (const [name, route] of routes) {
      const { responses } = operations.find(({ operation }) => operation.operationId === name)?.operation ?? {}
      const said = Object.entries(responses ?? {}).flatMap(([status, { description }]) =>
        status === '200' ? [] : description.split(', ').map((words) => `${status} ${words}`),
      )
      const answered = errorsOf(route).map((error) => `${errorRow(error).status} ${errorRow(error).code} ${error}`)
      expect(said.toSorted(), name).toEqual(answered.toSorted())
    }
  })

  test('SURFACES-92 The document is valid OpenAPI: each reference leads to a schema, each path names its parameters', () => {
    const text = JSON.stringify(document)
    const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].flatMap(([, name]) => name ?? []))
    expect([...references].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
    expect(text.match(/"\$ref":"(?!#\/components\/schemas\/)/)).toBeNull()
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
      const described = operation.parameters.flatMap((each) => (each.in === 'path' ? [each.name] : []))
      expect(described.toSorted(), path).toEqual(inPath.toSorted())
      for (const scheme of operation.security.flatMap((each) => Object.keys(each)))
        expect(document.components.securitySchemes).toHaveProperty(scheme)
    }
    const schemas = [
      ...Object.values(document.components.schemas),
      ...operations.flatMap(({ operation }) => schemasOf(operation)),
    ]
    expect(schemas.flatMap((schema) => faultsOf(schema))).toEqual([])
  })

  test('SURFACES-93 A record that stands at two places of the document is written once, under components', () => {
    const seen = new Map<string, number>()
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if ('properties' in value && typeof value.properties === 'object' && value.properties !== null) {
        if (Object.keys(value.properties).length > 1) {
          const text = JSON.stringify(value)
          seen.set(text, (seen.get(text) ?? 0) + 1)
        }
      }
      for (const inner of Object.values(value)) walk(inner)
    }
    for (const { operation } of operations)
      for (const schema of schemasOf(operation)) {
        // The envelope of a list is the same words around another record.
        const { properties } = z.object({ properties: z.object({ data: z.unknown() }) }).safeParse(schema).data ?? {}
        walk(properties ? properties.data : schema)
      }
    expect([...seen].filter(([, times]) => times > 1).map(([text]) => text.slice(0, 200))).toEqual([])
  })

  test('SURFACES-94 The calls are grouped by slug, and the page to read shows every call and every shared schema', () => {
    const tags = document.tags.map(({ name }) => name)
    expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(new Set(tags))
    const page = openApiPage(openApiOf(service, allRoutes, '1.0.0', slugOfRoute))
    for (const tag of tags) expect(page).toContain(`<h2>${tag}</h2>`)
    for (const { operation } of operations) expect(page).toContain(`<details id="${operation.operationId}">`)
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`<code id="${name}">`)
  })
})

test('SURFACES-95 The slug that a call is grouped by is the folder that declares it', () => {
  const contract = new URL('../../../contract/src/', import.meta.url)
  const declared = new Map<string, string>()
  for (const folder of readdirSync(contract, { withFileTypes: true }).filter((each) => each.isDirectory()))
    for (const file of readdirSync(new URL(`${folder.name}/`, contract)).filter((each) => each.endsWith('.routes.ts')))
      for (const [, table] of readFileSync(new URL(`${folder.name}/${file}`, contract), 'utf8').matchAll(
        /export const (\w+)Routes = /g,
      ))
        declared.set(table ?? '', folder.name)
  for (const table of Object.keys(routeTables)) expect(slugOfRoute(`${table}.x`), table).toBe(declared.get(table))
})

test('SURFACES-96 A route with an id in its path says what it answers for an id that is not there', () => {
  const silent = Object.entries(allRoutes).filter(
    ([, route]) =>
      pathOf(route).includes(':') &&
      !errorsOf(route).some((error) => errorRow(error).status === 404 || errorRow(error).status === 410),
  )
  expect(silent.map(([name]) => name)).toEqual([])
})
