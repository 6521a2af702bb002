import { z } from 'zod'

const instant = '2026-03-02T04:00:00.000Z'
const id = '01890000-0000-7000-8000-0000000000aa'

/** Texts that have a form: the plainest one of it. */
const textOf = (schema: z.ZodType): string => {
  const candidates = ['', 'x', id, instant, 'someone@example.com', 'https://example.com/a', '10:00:00', '#94500f', '0']
  const found = candidates.find((text) => schema.safeParse(text).success)
  if (found === undefined) throw new Error('no plain text fits; give this part')
  return found
}

const numberOf = (schema: z.ZodType): number => {
  const found = [0, 1, 100].find((value) => schema.safeParse(value).success)
  if (found === undefined) throw new Error('no plain number fits; give this part')
  return found
}

const at = <T>(name: string, make: () => T): T => {
  try {
    return make()
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const plain = (schema: z.core.$ZodType): unknown => {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return undefined
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodNonOptional) return plain(schema.unwrap())
  if (schema instanceof z.ZodPipe) return plain(schema.in)
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(
      Object.entries(schema.shape)
        .map(([name, part]) => [name, at(name, () => plain(part))])
        .filter(([, value]) => value !== undefined),
    )
  }
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodUnion && schema.options[0] !== undefined) return plain(schema.options[0])
  if (schema instanceof z.ZodNumber) return numberOf(schema)
  if (schema instanceof z.ZodType && (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat))
    return textOf(schema)
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => plain(item))
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return null
  throw new Error(`no plain value of ${schema._zod.def.type}; give this part`)
}

/**
 * The plainest record that a schema of the contract takes, with the parts that a test is about: empty lists, nought,
 * nothing. It is parsed, so that parts which the server could not answer fail.
 */
export const record = <S extends z.ZodObject>(schema: S, parts: Partial<z.input<S>> = {}): z.input<S> => {
  const shape = Object.entries(schema.shape).filter(([name]) => !(name in parts))
  const rest = Object.fromEntries(shape.map(([name, part]) => [name, at(name, () => plain(part))]))
  const made: unknown = { ...rest, ...parts }
  schema.parse(made)
  return made as z.input<S>
}

/** The nth id: the same each time. */
export const idOf = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
