import { levelOf, type Route, type Service, services } from '@kaimai/contract/common/route.ts'
import { errorRow, type ErrorName } from '@kaimai/contract/common/error.ts'
import { z } from 'zod'
import type { OpenApiDocument, Operation } from './openapi-page.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query'): Operation['parameters'] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
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

const alwaysPossible: readonly ErrorName[] = ['invalid', 'busy', 'internal']
const byAccess: Readonly<Record<string, readonly ErrorName[]>> = {
  firm: ['sessionExpired', 'sessionReplaced', 'forbidden'],
  viewer: ['notFound'],
  order: ['notFound'],
}

const answerOf = (route: Route): Record<string, { schema: object }> => {
  const { answer } = route
  if ('kind' in answer && answer.kind === 'raw') return { [answer.contentType]: { schema: { type: 'string' } } }
  const data =
    'kind' in answer && answer.kind === 'page'
      ? {
          data: { type: 'array', items: schemaOf(answer.item, 'output') },
          page: {
            type: 'object',
            properties: { total: { type: 'integer' }, cursor: { type: ['string', 'null'] } },
            required: ['total', 'cursor'],
          },
        }
      : { data: schemaOf(answer as z.ZodType, 'output') }
  return { 'application/json': { schema: { type: 'object', properties: data, required: Object.keys(data) } } }
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

const operationOf = (name: string, route: Route): Operation => {
  const errors = [...new Set([...alwaysPossible, ...(byAccess[route.access.kind] ?? []), ...(route.errors ?? [])])]
  const byStatus = Map.groupBy(errors, (error) => errorRow(error).status)
  const form = route.files !== undefined
  const bodySchema = route.body
    ? form
      ? {
          ...schemaOf(route.body, 'input'),
          properties: {
            ...(schemaOf(route.body, 'input') as { properties?: object }).properties,
            ...Object.fromEntries((route.files ?? []).map((file) => [file, { type: 'string', format: 'binary' }])),
          },
        }
      : schemaOf(route.body, 'input')
    : undefined
  return {
    operationId: name,
    summary: route.summary,
    description: `${accessWords(route)}${route.idempotency ? ` Idempotency-Key: ${route.idempotency}.` : ''}${route.added ? ' Added to the spec’s calls.' : ''}`,
    security: securityOf(route),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(route.idempotency
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: route.idempotency === 'required',
              schema: { type: 'string' },
            },
          ]
        : []),
    ],
    ...(bodySchema
      ? {
          requestBody: {
            required: true,
            content: { [form ? 'multipart/form-data' : 'application/json']: { schema: bodySchema } },
          },
        }
      : {}),
    responses: {
      200: { description: 'Done', content: answerOf(route) },
      ...Object.fromEntries(
        [...byStatus].map(([status, names]) => [
          status,
          {
            description: names.map((each) => `${errorRow(each).code} ${each}`).join(', '),
            content: { 'application/json': { schema: errorSchema } },
          },
        ]),
      ),
    },
  }
}

const header = (name: string) => ({ type: 'apiKey', in: 'header', name })

/** The OpenAPI 3.1 document of one service, made from the contract. */
export const openApiOf = (
  service: Service,
  routes: Readonly<Record<string, Route>>,
  version: string,
): OpenApiDocument => {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, route] of Object.entries(routes)) {
    if (route.service !== service) continue
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[route.method.toLowerCase()] = operationOf(name, route)
  }
  return {
    openapi: '3.1.0',
    info: { title: `Kaimai ${service}`, version },
    servers: [{ url: services[service] }],
    paths,
    components: {
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
