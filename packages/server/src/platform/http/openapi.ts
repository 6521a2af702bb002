import { errorRow } from '@kaimai/contract/common/error.ts'
import { levelOf, type Route, type Service, services } from '@kaimai/contract/common/route.ts'
import { errorsOf } from '@kaimai/contract/common/route-errors.ts'
import { z } from 'zod'
import { createSharedSchemas, type JsonSchema } from './openapi-components.ts'
import type { OpenApiDocument, Operation } from './openapi-page.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

/** One way over all schemas of a document. */
interface Walk {
  readonly schemaOf: typeof schemaOf
  /** What to write for a schema that stands somewhere: itself, or a reference to where it is shared. */
  readonly place: (schema: JsonSchema, name: string) => JsonSchema
}

/** The same, remembering: a document walks over its schemas twice. */
const remembering = (): typeof schemaOf => {
  const known = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() }
  return (schema, io) => known[io].getOrInsertComputed(schema, () => schemaOf(schema, io))
}

const parametersOf = (
  schema: z.ZodType | undefined,
  where: 'path' | 'query',
  subject: string,
  walk: Walk,
): Operation['parameters'] => {
  if (!schema) return []
  const { properties = {}, required = [] } = walk.schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: walk.place(property, `${subject} ${name}`),
  }))
}

const securityOf = (route: Route): object[] => {
  switch (route.access.kind) {
    case 'firm':
      return [{ bearer: [], csrf: [], firmId: [], userId: [] }]
    case 'viewer':
      return [{ viewerKey: [] }]
    case 'order':
      return [{ orderKey: [] }]
    default:
      return []
  }
}

const answerOf = (route: Route, subject: string, { schemaOf, place }: Walk): Record<string, { schema: JsonSchema }> => {
  const { answer } = route
  if ('kind' in answer && answer.kind === 'raw') return { [answer.contentType]: { schema: { type: 'string' } } }
  const data =
    'kind' in answer && answer.kind === 'page'
      ? {
          data: { type: 'array', items: place(schemaOf(answer.item, 'output'), `${subject} item`) },
          page: reference('Page'),
        }
      : { data: place(schemaOf(answer as z.ZodType, 'output'), subject) }
  return { 'application/json': { schema: { type: 'object', properties: data, required: Object.keys(data) } } }
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const pageSchema = {
  type: 'object',
  properties: { total: { type: 'integer' }, cursor: { type: ['string', 'null'] } },
  required: ['total', 'cursor'],
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'name', 'message'],
      properties: {
        code: { type: 'integer' },
        name: { type: 'string' },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        conflict: {
          type: 'object',
          required: ['version', 'changedBy', 'changedAt', 'fields'],
          properties: {
            version: { type: 'integer' },
            changedBy: { type: ['string', 'null'] },
            changedAt: { type: ['string', 'null'], format: 'date-time' },
            fields: {
              type: 'array',
              items: { type: 'object', required: ['field'], properties: { field: { type: 'string' }, now: {} } },
            },
          },
        },
      },
    },
  },
}

const accessWords = (route: Route): string => {
  const { access } = route
  if (access.kind !== 'firm') return `Access: ${access.kind}${access.kind === 'grant' ? ` (${access.action})` : ''}.`
  return `Access: a member of the firm${access.resource ? ` with ${levelOf(route)} on ${access.resource}` : ''}.`
}

const bodyOf = (route: Route, subject: string, { schemaOf, place }: Walk): Operation['requestBody'] => {
  if (!route.body && !route.files) return undefined
  const fields = route.body ? schemaOf(route.body, 'input') : { type: 'object', properties: {} }
  if (!route.files)
    return { required: true, content: { 'application/json': { schema: place(fields, `${subject} input`) } } }
  const properties = Object.assign(
    {},
    fields['properties'],
    Object.fromEntries(route.files.map((file) => [file, { type: 'string', format: 'binary' }])),
  )
  const schema = place(Object.assign({}, fields, { properties }), `${subject} form`)
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

const idempotencyKey = (required: boolean): Operation['parameters'][number] => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  schema: { type: 'string' },
})

const operationOf = (name: string, route: Route, slug: string, walk: Walk): Operation => {
  const byStatus = Map.groupBy(errorsOf(route), (error) => errorRow(error).status)
  const requestBody = bodyOf(route, slug, walk)
  return {
    operationId: name,
    tags: [slug],
    summary: route.summary,
    description: `${accessWords(route)}${route.idempotency ? ` Idempotency-Key: ${route.idempotency}.` : ''}${route.added ? ' Added to the spec’s calls.' : ''}`,
    security: securityOf(route),
    parameters: [
      ...parametersOf(route.params, 'path', slug, walk),
      ...parametersOf(route.query, 'query', slug, walk),
      ...(route.idempotency ? [idempotencyKey(route.idempotency === 'required')] : []),
    ],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      200: { description: 'Done', content: answerOf(route, slug, walk) },
      ...Object.fromEntries(
        [...byStatus].map(([status, names]) => [
          status,
          {
            description: names.map((each) => `${errorRow(each).code} ${each}`).join(', '),
            content: { 'application/json': { schema: reference('Error') } },
          },
        ]),
      ),
    },
  }
}

const header = (name: string) => ({ type: 'apiKey', in: 'header', name })

/** The OpenAPI 3.1 document of one service, made from the contract; `slugOf` a route's name groups its calls. */
export const openApiOf = (
  service: Service,
  routes: Readonly<Record<string, Route>>,
  version: string,
  slugOf: (name: string) => string,
): OpenApiDocument => {
  const own = Object.entries(routes).filter(([, route]) => route.service === service)
  const hasPages = own.some(([, { answer }]) => 'kind' in answer && answer.kind === 'page')
  const shared = createSharedSchemas(['Error', 'Page'])
  const schemaOf = remembering()
  const collecting: Walk = {
    schemaOf,
    place: (schema) => {
      shared.collect(schema)
      return schema
    },
  }
  const sharing: Walk = { schemaOf, place: shared.share }
  for (const [name, route] of own) operationOf(name, route, slugOf(name), collecting)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, route] of own) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[route.method.toLowerCase()] = operationOf(name, route, slugOf(name), sharing)
  }
  return {
    openapi: '3.1.0',
    info: { title: `Kaimai ${service}`, version },
    servers: [{ url: services[service] }],
    tags: [...new Set(own.map(([name]) => slugOf(name)))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.assign(
        hasPages ? { Error: errorSchema, Page: pageSchema } : { Error: errorSchema },
        shared.components(),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        csrf: header('x-csrf-token'),
        firmId: header('x-firm-id'),
        userId: header('x-user-id'),
        viewerKey: header('x-viewer-key'),
        orderKey: header('x-order-key'),
      },
    },
  }
}
