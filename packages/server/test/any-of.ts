import fc from 'fast-check'
import { z } from 'zod'

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
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

/** What a field of that name holds, where its schema can't say: ids of things that are there, pictures. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>

const mostItems = 4

/** Words that break what is careless: quotes, tags, signs of SQL and JSON, long Chinese, emoji, spaces inside. */
const words = [
  '霧白手捏飯碗',
  'Tea & <b>cake</b>',
  `O'Brien "quoted"`,
  '100% _like_ \\ $1 {{value}}',
  '🍵👩‍🍳 開窯',
  'A  B',
  '０１２ＡＢ',
  '第一行\n第二行\n\n第三段',
  'ｱｲｳ',
  'null',
]

const known = ['0912345678', 'mei@example.com', 'https://example.com/a?b=1', 'A01', '#94500f', 'TW', 'autumn-bowls', '']

const textOf = (schema: JsonSchema): fc.Arbitrary<string> => {
  const { format, pattern, minLength = 0, maxLength = 400 } = schema
  if (format === 'uuid' || format === 'guid') return fc.uuid({ version: 7 })
  if (format === 'date-time')
    return fc
      .integer({ min: 1, max: 500_000 })
      .map((minutes) => new Date(Date.UTC(2027, 0, 1) + minutes * 60_000).toISOString())
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  const found = [...words, ...known, 'X'.repeat(Math.min(maxLength, 400))].filter(fits)
  return found.length === 0 ? fc.constant('') : fc.constantFrom(...found)
}

const anyOfSchema = (schema: JsonSchema, root: JsonSchema, name: string, given: Known): fc.Arbitrary<unknown> => {
  const own = given[name]
  if (own) return own
  if (schema.$ref) return anyOfSchema(root.$defs?.[schema.$ref.split('/').pop() ?? ''] ?? {}, root, name, given)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => anyOfSchema(choice, root, name, given)))
  switch (schema.type) {
    case 'object':
      return fc
        .record(
          Object.fromEntries(
            Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, anyOfSchema(inner, root, key, given)]),
          ),
          { requiredKeys: [...(schema.required ?? [])] },
        )
        .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)))
    case 'array': {
      const { minItems = 0, maxItems = mostItems } = schema
      return fc.array(anyOfSchema(schema.items ?? {}, root, `${name}[]`, given), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, mostItems)),
      })
    }
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e9), max: Math.min(schema.maximum ?? 1e6, 1e9) })
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e5 }).map((value) => value)
    default:
      return textOf(schema)
  }
}

/** Any value that a schema takes, made from its JSON form; `given` makes the fields that must name things that are there. */
export const anyOf = <S extends z.ZodType>(schema: S, given: Known = {}): fc.Arbitrary<z.input<S>> => {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return anyOfSchema(made, made, '', given).filter(
    (value): value is z.input<S> => schema.safeParse(value).success,
  ) as fc.Arbitrary<z.input<S>>
}
