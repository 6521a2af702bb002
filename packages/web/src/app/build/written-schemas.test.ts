import { RealEvent, ScriptedEvent } from '@kaimai/contract/room/room-event.schema.ts'
import * as protocol from '@kaimai/contract/room/room.protocol.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainReader, type PlainSchema } from '../../lib/schema/plain-schema.ts'
import { factExamples, clientMessageExamples } from '../../../test/protocol-examples.ts'
import { writeDownSchemas } from './contract-code.ts'

const written = async (): Promise<Record<string, ReturnType<typeof plainReader>>> => {
  const [, ...lines] = writeDownSchemas(protocol).split('\n')
  const made: Record<string, unknown> = await import(
    `data:text/javascript,${encodeURIComponent(['const plainReader = (schema) => schema', ...lines].join('\n'))}`
  )
  return Object.fromEntries(
    Object.entries(made).map(([name, value]) => [name, plainReader((value ?? {}) as PlainSchema)]),
  )
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Every place in a value, as the way to it. */
const placesIn = (value: Json, way: readonly (string | number)[] = []): (readonly (string | number)[])[] => {
  if (typeof value !== 'object' || value === null) return [way]
  const below = Array.isArray(value)
    ? value.flatMap((each, index) => placesIn(each, [...way, index]))
    : Object.entries(value).flatMap(([name, each]) => placesIn(each, [...way, name]))
  return [way, ...below]
}

/** The value with another in that place; undefined: with nothing there. */
const changedAt = (value: Json, [step, ...way]: readonly (string | number)[], other: Json | undefined): Json => {
  if (step === undefined || typeof value !== 'object' || value === null) return other ?? null
  if (Array.isArray(value)) return value.map((each, index) => (index === step ? changedAt(each, way, other) : each))
  const inner = value[step]
  if (inner === undefined) return value
  if (way.length > 0 || other !== undefined) return { ...value, [step]: changedAt(inner, way, other) }
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step))
}

const examples = (
  [
    ['Fact', factExamples],
    ['ClientMessage', clientMessageExamples],
  ] as const
).flatMap(([name, all]) => all.map((one) => [name, JSON.parse(JSON.stringify(one)) as Json] as const))
const others = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 99, 100, 2 ** 53, '', 'frame', 'commented', 'viewer'),
  fc.constantFrom<Json>('01980000-0000-7000-8000-0000000000a1', [], {}, [[]], { toString: 1 }),
  fc.string(),
  fc.constantFrom(39, 40, 41, 1_600, 1_601).map((length) => 'x'.repeat(length)),
  fc.integer(),
)

const kindsOf = (union: { options: readonly { shape: { kind: { value: string } } }[] }) =>
  union.options.map(({ shape }) => shape.kind.value)
const tagsOf = (union: { options: readonly { shape: { t: { value: string } } }[] }) =>
  union.options.map(({ shape }) => shape.t.value)

test('APP-14 The examples hold every client message, fact and event of the wire, and no other', () => {
  expect(new Set(clientMessageExamples.map(({ t }) => t))).toEqual(new Set(tagsOf(protocol.ClientMessage as never)))
  expect(new Set(factExamples.map(({ t }) => t))).toEqual(new Set(tagsOf(protocol.Fact as never)))
  const events = factExamples.flatMap((fact) => ('events' in fact ? fact.events : []))
  const real = new Set(events.filter((event) => 'seq' in event).map(({ kind }) => kind))
  const scripted = new Set(events.filter((event) => 'sid' in event).map(({ kind }) => kind))
  expect(real).toEqual(new Set(kindsOf(RealEvent as never)))
  expect(scripted).toEqual(new Set(kindsOf(ScriptedEvent as never)))
})

test('APP-15 Every example is as the schemas of the wire have it', () => {
  for (const message of clientMessageExamples) expect(protocol.ClientMessage.safeParse(message).error).toBeUndefined()
  for (const fact of factExamples) expect(protocol.Fact.safeParse(fact).error).toBeUndefined()
})

test('APP-22 The room’s schemas, written down for the audience’s pages, validate as the library does, whatever is changed', async () => {
  const readers = await written()
  const validates = { Fact: protocol.Fact, ClientMessage: protocol.ClientMessage }
  const change = fc
    .constantFrom(...examples)
    .chain(([name, value]) =>
      fc.tuple(fc.constant(name), fc.constant(value), fc.constantFrom(...placesIn(value)), others),
    )
  const seen = { fit: 0, unfit: 0 }
  fc.assert(
    fc.property(change, ([name, value, way, other]) => {
      const changed = changedAt(value, way, other)
      const validated = validates[name].safeParse(changed)
      const read = readers[name]?.safeParse(structuredClone(changed))
      expect(read?.success).toBe(validated.success)
      if (validated.success) expect(read?.data).toMatchObject(validated.data)
      seen[validated.success ? 'fit' : 'unfit'] += 1
    }),
    { numRuns: 3_000 },
  )
  expect(Math.min(seen.fit, seen.unfit)).toBeGreaterThan(200)
})

test('APP-23 … and fill in what an older server leaves out', async () => {
  const { Fact } = await written()
  const user = { userId: 'host', name: '小安', imgUrl: '', as: 'host' }
  const said = { seq: 1, ms: 0, kind: 'announced', user, text: '晚安' }
  const read = Fact?.safeParse({ t: 'frame', now: 1, seq: 1, events: [said], online: 1 })
  expect(read).toMatchObject({ success: true, data: { events: [{ untilMs: null }] } })
})

test('APP-24 … and a rule that they could not keep is refused by the build', () => {
  expect(() => writeDownSchemas({ Odd: z.object({ some: z.array(z.number().multipleOf(3)) }) })).toThrow(/multipleOf/)
})
