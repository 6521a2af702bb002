import { closeCodes, Fact, ClientMessage } from '@kaimai/contract/room/room.protocol.ts'
import { RealEvent, ScriptedEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { emptyRoom, seenEvents } from '@kaimai/contract/room/room.reducer.ts'
import { expect, test } from 'vitest'
import english from '../playground/text/en.json' with { type: 'json' }
import taiwanese from '../playground/text/zh-TW.json' with { type: 'json' }
import { changeOf, closeExamples, factExamples, statesAfter, clientMessageExamples } from './protocol-examples.ts'

const kindsOf = (union: { options: readonly { shape: { kind: { value: string } } }[] }) =>
  union.options.map(({ shape }) => shape.kind.value)
const tagsOf = (union: { options: readonly { shape: { t: { value: string } } }[] }) =>
  union.options.map(({ shape }) => shape.t.value)

const eventsOf = (fact: Fact) => ('events' in fact ? fact.events : [])

test('APP-14 The page of the protocol has an example of every client message, fact, event and close code, and no other', () => {
  expect(new Set(clientMessageExamples.map(({ t }) => t))).toEqual(new Set(tagsOf(ClientMessage as never)))
  expect(new Set(factExamples.map(({ fact }) => fact.t))).toEqual(new Set(tagsOf(Fact as never)))
  const events = factExamples.flatMap(({ fact }) => eventsOf(fact))
  const real = new Set(events.filter((event) => 'seq' in event).map(({ kind }) => kind))
  const scripted = new Set(events.filter((event) => 'sid' in event).map(({ kind }) => kind))
  expect(real).toEqual(new Set(kindsOf(RealEvent as never)))
  expect(scripted).toEqual(new Set(kindsOf(ScriptedEvent as never)))
  expect(new Set(closeExamples)).toEqual(new Set(Object.keys(closeCodes)))
  for (const { bench } of [taiwanese, english]) {
    expect(Object.keys(bench.message).toSorted()).toEqual(clientMessageExamples.map(({ t }) => t).toSorted())
    expect(new Set(Object.keys(bench.fact))).toEqual(new Set(factExamples.map(({ fact }) => fact.t)))
  }
})

test('APP-15 Every example is as the schemas of the wire have it', () => {
  for (const message of clientMessageExamples) expect(ClientMessage.safeParse(message).error).toBeUndefined()
  for (const { fact } of factExamples) expect(Fact.safeParse(fact).error).toBeUndefined()
})

test('APP-16 The page shows what the real reducer makes of them', () => {
  const states = statesAfter()
  const after = (name: string) => states[factExamples.findIndex((example) => example.name === name)] ?? emptyRoom
  expect(after('commented').shown).toHaveLength(1)
  expect(after('said').pending).toEqual([])
  expect(seenEvents(after('muted')).some((event) => 'user' in event && event.user.name === '路人')).toBe(false)
  expect(seenEvents(after('unmuted')).some((event) => 'user' in event && event.user.name === '路人')).toBe(true)
  expect(after('hidden').shown).toEqual([])
  expect(after('reset')).toMatchObject({ seq: 900, online: 210, muted: ['viewer-loud'] })
  expect(changeOf(after('controlRoom'), after('heartbeatAnswer'))).toEqual({})
})
