import { describe, expect, test } from 'vitest'
import { createDeviceMemory } from '../../../lib/audience/device-memory.ts'
import { seatsOn } from '../seats.api.ts'
import type { Person } from './checks.ts'
import {
  draftDays,
  dropOrder,
  keepDraft,
  keepOrder,
  keepSeats,
  readDraft,
  readOrders,
  readSeats,
} from './device-signups.ts'

const storage = (): Storage => {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

const memoryOn = (kept: Storage) => createDeviceMemory(() => kept)
const full: Storage = {
  ...storage(),
  setItem: () => {
    throw new Error('QuotaExceededError')
  },
}
const person: Person = {
  name: '林佳穎',
  phone: '0912 345 678',
  phoneCountry: 'TW',
  email: 'lin@example.com',
  county: '新北市',
  consent: true,
  answers: { interest: ['碗盤'], why: '朋友' },
}
const day = 86_400_000

describe('what a device keeps of a form', () => {
  test('SIGNUP-76 What was typed is there again within seven days, in another tab too, and never the consent', () => {
    const kept = storage()
    keepDraft('kiln', { person, session: 's1', sent: false }, 0, memoryOn(kept))
    const { consent: _, ...typed } = person
    expect(readDraft('kiln', draftDays * day, memoryOn(kept))).toEqual({ typed, session: 's1', sent: false })
    expect(JSON.stringify([...Array(kept.length).keys()].map((at) => kept.getItem(kept.key(at) ?? '')))).not.toContain(
      'consent',
    )
    expect(readDraft('other', 0, memoryOn(kept)).typed).toEqual({})
    expect(readDraft('kiln', draftDays * day + 1, memoryOn(kept)).typed).toEqual({})
    expect(kept.length).toBe(0)
  })

  test('SIGNUP-77 A browser that stores nothing, or something else, only forgets', () => {
    keepDraft('kiln', { person, session: '', sent: true }, 0, memoryOn(full))
    expect(readDraft('kiln', 0, memoryOn(full)).typed).toEqual({})
    const kept = storage()
    for (const text of [
      'null',
      '[]',
      '{"atMs":"x"}',
      '{"atMs":0,"typed":{"name":5,"answers":{"a":[1],"b":"c"}}}',
      'x',
    ]) {
      kept.setItem('kaimai.sign-up.kiln', text)
      expect(Object.keys(readDraft('kiln', 0, memoryOn(kept)).typed.answers ?? {})).toEqual(
        text.includes('"b"') ? ['b'] : [],
      )
    }
  })

  test('SIGNUP-78 Personal links stay by live; only addresses of rooms are taken back', () => {
    const kept = storage()
    keepSeats('kiln', [{ liveId: 'a', path: '/stream/one/key' }], memoryOn(kept))
    keepSeats('kiln', [{ liveId: 'b', path: 'https://elsewhere.example' }], memoryOn(kept))
    keepSeats('kiln', [], memoryOn(kept))
    expect(readSeats('kiln', memoryOn(kept))).toEqual({ a: '/stream/one/key' })
  })

  test('SIGNUP-79 The five newest orders of a paid form stay, until one comes to nothing', () => {
    const kept = storage()
    for (const key of ['1', '2', '3', '4', '5', '6', '2']) keepOrder('kiln', key, memoryOn(kept))
    expect(readOrders('kiln', memoryOn(kept))).toEqual(['2', '6', '5', '4', '3'])
    dropOrder('kiln', '6', memoryOn(kept))
    expect(readOrders('kiln', memoryOn(kept))).toEqual(['2', '5', '4', '3'])
  })
})

test('SIGNUP-47 A page of a wrong address finds the personal links that the form has stored', () => {
  const links = [{ liveId: 'a', path: '/stream/room/key' }]
  const memory = memoryOn(storage())
  keepSeats('kiln', links, memory)
  expect(seatsOn('kiln', memory)).toEqual(['/stream/room/key'])
  expect(seatsOn('nobody', memory)).toEqual([])
})
