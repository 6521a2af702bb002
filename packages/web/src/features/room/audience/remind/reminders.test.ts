import { expect, test } from 'vitest'
import { createDeviceMemory } from '../../../../lib/audience/device-memory.ts'
import { startedOf, createReminders } from './reminders.ts'

const aDevice = () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  // Nothing else of a browser's storage is used.
  return { kept, memory: createDeviceMemory(() => storage as unknown as Storage) }
}

test('ROOM-240 A reminder stays on the device by room, can be taken back, and is gone once it came true', () => {
  const { memory, kept } = aDevice()
  const first = createReminders(memory, 'room01')
  first.toggle('begin')
  first.toggle('shown:a')
  first.toggle('stock:b')
  first.toggle('begin')
  const again = createReminders(memory, 'room01')
  expect(again.reminders.get()).toEqual(['shown:a', 'stock:b'])
  expect(createReminders(memory, 'room02').reminders.get()).toEqual([])
  expect(again.fulfil((reminder) => reminder === 'shown:a').map(startedOf)).toEqual([{ is: 'shown', productId: 'a' }])
  expect(again.fulfil((reminder) => reminder === 'shown:a')).toEqual([])
  again.fulfil(() => true)
  expect([...kept.keys()]).toEqual([])
})

test('ROOM-241 Another value under the reminders’ name is not read as a reminder', () => {
  const { memory } = aDevice()
  memory.write('remind.room01', ['begin', 7, 'sing', { is: 'shown' }])
  expect(createReminders(memory, 'room01').reminders.get()).toEqual(['begin'])
  memory.write('remind.room01', 'begin')
  expect(createReminders(memory, 'room01').reminders.get()).toEqual([])
})

test('ROOM-1240 What another device of the viewer has set is added once, and stays on this one', () => {
  const { memory } = aDevice()
  const first = createReminders(memory, 'room01')
  first.toggle('stock:b')
  first.add(['stock:b', 'shown:a'])
  expect(createReminders(memory, 'room01').reminders.get()).toEqual(['stock:b', 'shown:a'])
})
