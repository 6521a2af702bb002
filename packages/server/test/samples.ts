import { z } from 'zod'

/**
 * A value that a schema takes, made from its JSON form: what the contract-driven walk sends where the input is not the
 * point. Formats are those the contract uses; a schema with rules of its own may refuse it, which the walk expects.
 */
export const sampleOf = (schema: z.ZodType): unknown => {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return sample(made as JsonSchema, made as JsonSchema)
}

interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly default?: unknown
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

const someId = '01980000-0000-7000-8000-000000000000'

const sample = (schema: JsonSchema, root: JsonSchema): unknown => {
  if (schema.$ref) {
    const found = root.$defs?.[schema.$ref.split('/').pop() ?? '']
    return found ? sample(found, root) : {}
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (choice) return sample(choice, root)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, property]) => [name, sample(property, root)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, root))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 0)
    case 'boolean':
      return true
    default:
      return textOf(schema)
  }
}

const textOf = (schema: JsonSchema): string => {
  if (schema.format === 'uuid' || schema.format === 'guid') return someId
  if (schema.format === 'date-time') return '2026-12-24T12:00:00Z'
  const { pattern } = schema
  const known = [
    '0912345678',
    'someone@example.com',
    'some-thing',
    'SOMETHING1234',
    '#94500f',
    'A01',
    '100',
    '00:00:00',
    'TW',
    someId,
  ]
  if (pattern !== undefined) return known.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'something-long-enough'
  return 'something1234'.padEnd(schema.minLength ?? 0, 'x')
}
