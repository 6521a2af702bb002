/** A JSON Schema, as far as this walks it. */
export type JsonSchema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pascal = (words: string): string =>
  words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const singular = (word: string): string =>
  word
    .replace(/List$/, '')
    .replace(/(?<!Ser)ies$/, 'y')
    .replace(/(ss|us|Series)$|s$/, '$1')

/** The schemas within a schema, each with what names it. */
const mapInner = (schema: JsonSchema, name: string, map: (inner: JsonSchema, name: string) => unknown): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([word, value]) => {
      if (word === 'properties' && isSchema(value))
        return [
          word,
          Object.fromEntries(
            Object.entries(value).map(([property, inner]) => [
              property,
              isSchema(inner) ? map(inner, name + pascal(property)) : inner,
            ]),
          ),
        ]
      if (word === 'items' && isSchema(value)) return [word, map(value, singular(name))]
      if ((word === 'additionalProperties' || word === 'propertyNames') && isSchema(value))
        return [word, map(value, singular(name))]
      if ((word === 'anyOf' || word === 'oneOf' || word === 'allOf') && Array.isArray(value))
        return [word, value.map((inner: unknown) => (isSchema(inner) ? map(inner, name) : inner))]
      return [word, value]
    }),
  )

/** Small schemas say more where they stand than a name would: records and longer lists of words are shared. */
const isWorthAName = ({ properties, enum: values }: JsonSchema): boolean =>
  (isSchema(properties) && Object.keys(properties).length > 1) || (Array.isArray(values) && values.length > 2)

/**
 * Schemas that stand at several places of a document, moved to one: `collect` sees each place first, `share` then
 * answers what to write there, and `components` holds what was shared. Names come from where a schema is seen first,
 * and are none of `taken`.
 */
export const createSharedSchemas = (taken: readonly string[]) => {
  const placesByText = new Map<string, number>()
  const nameByText = new Map<string, string>()
  const components: Record<string, JsonSchema> = {}

  const collect = (schema: JsonSchema): void => {
    const text = JSON.stringify(schema)
    const places = (placesByText.get(text) ?? 0) + 1
    placesByText.set(text, places)
    // What a shared schema holds is counted once, with it.
    if (places === 1 || !isWorthAName(schema)) mapInner(schema, '', collect)
  }

  const freeName = (wanted: string): string => {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${number}`
      if (!taken.includes(name) && !Object.hasOwn(components, name)) return name
    }
  }

  const share = (schema: JsonSchema, wanted: string): JsonSchema => {
    const text = JSON.stringify(schema)
    const isShared = (placesByText.get(text) ?? 0) > 1 && isWorthAName(schema)
    if (!isShared) return mapInner(schema, wanted, share)
    let name = nameByText.get(text)
    if (name === undefined) {
      name = freeName(pascal(wanted))
      nameByText.set(text, name)
      components[name] = {}
      components[name] = mapInner(schema, name, share)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  return { collect, share, components: (): Readonly<Record<string, JsonSchema>> => components }
}
