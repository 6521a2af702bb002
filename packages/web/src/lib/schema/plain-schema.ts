type PlainType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** As much of JSON Schema as the contract's schemas come to when the audience's build writes them down. */
export interface PlainSchema {
  readonly type?: PlainType | readonly PlainType[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly PlainSchema[]
  readonly oneOf?: readonly PlainSchema[]
  /** Beyond JSON Schema: the discriminator of a union, whose value leads to the one member that has to fit. */
  readonly by?: { readonly name: string; readonly to: Readonly<Record<string, PlainSchema>> }
  readonly properties?: Readonly<Record<string, PlainSchema & { readonly default?: unknown }>>
  readonly required?: readonly string[]
  /** Of a record: its values. */
  readonly additionalProperties?: PlainSchema | false
  readonly items?: PlainSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOfType = (type: PlainType, value: unknown): boolean => {
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

const stringFits = ({ minLength = 0, maxLength = Infinity, pattern }: PlainSchema, value: string): boolean =>
  value.length >= minLength &&
  value.length <= maxLength &&
  (pattern === undefined || new RegExp(pattern, 'u').test(value))

const objectFits = (schema: PlainSchema, value: Record<string, unknown>): boolean => {
  const { properties = {}, required = [], additionalProperties } = schema
  if (required.some((name) => !Object.hasOwn(value, name))) return false
  for (const [name, of] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) {
      if (!fits(of, value[name])) return false
    } else if ('default' in of) value[name] = of.default
  }
  if (!additionalProperties) return true
  return Object.keys(value).every((name) => Object.hasOwn(properties, name) || fits(additionalProperties, value[name]))
}

/**
 * Whether a value that JSON gave is of this shape; what it leaves out that has a default is filled in. Members that the
 * schema doesn't name are let be. It stands for the schema library where that would be most of what a phone loads.
 */
export const fits = (schema: PlainSchema, value: unknown): boolean => {
  const { type } = schema
  if (type !== undefined && ![type].flat().some((each) => isOfType(each, value))) return false
  if ('const' in schema && value !== schema.const) return false
  if (schema.enum && !schema.enum.includes(value)) return false
  if (schema.by) {
    const { name, to } = schema.by
    const key = isObject(value) ? value[name] : undefined
    const chosen = typeof key === 'string' && Object.hasOwn(to, key) ? to[key] : undefined
    return chosen !== undefined && fits(chosen, value)
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && !choices.some((choice) => fits(choice, value))) return false
  if (typeof value === 'number') return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity)
  if (typeof value === 'string') return stringFits(schema, value)
  const { items } = schema
  if (Array.isArray(value)) return items === undefined || value.every((each) => fits(items, each))
  return !isObject(value) || objectFits(schema, value)
}

/** What the build puts in the place of a schema: the part of it that pages of the audience use. */
export const plainReader = (schema: PlainSchema) => ({
  safeParse: (value: unknown) => (fits(schema, value) ? { success: true, data: value } : { success: false }),
})
