import { assert, asyncProperty, array, integer, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFirmRow, aLiveRow, startOfTests } from '../../../test/room-factory.ts'
import { silentLog, testDatabase, type TestDatabase } from '../../../test/database.ts'
import { inProcessBus } from '../../platform/bus/in-process-bus.ts'
import { manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createRoomLog, type NewEntry, type RoomRef } from './room-log.ts'
import { createRoomStore } from './room.store.ts'

let db: TestDatabase
let firmId: string
beforeAll(async () => {
  db = await testDatabase()
  firmId = await aFirmRow(db)
})
afterAll(async () => db.close())

const user = { userId: 'p-1', name: '小美', imgUrl: '', as: 'viewer' } as const

const entry = (text: string, key = newId(), liveUserId: string | null = null): NewEntry => ({
  event: { kind: 'commented', user, text },
  liveUserId,
  key,
})

const aPlace = async (): Promise<RoomRef> => ({
  firmId,
  liveId: await aLiveRow(db, firmId),
  beginAtMs: startOfTests.getTime() - 60_000,
})

/** A log as another process would have it: its own queue, its own bus and clock. */
const aLog = (clock = manualClock(startOfTests)) => {
  const bus = inProcessBus(silentLog)
  return { clock, bus, log: createRoomLog({ store: createRoomStore(db), clock, bus, log: silentLog }) }
}

const read = async (place: RoomRef) => createRoomStore(db).after(place.firmId, place.liveId, 0, 10_000)

describe('the log of a room', () => {
  test('ROOM-181 Two nodes that append at once give seqs without gap or double, and every acknowledged one is there', async () => {
    const bursts = array(record({ node: integer({ min: 0, max: 1 }), count: integer({ min: 1, max: 12 }) }), {
      minLength: 1,
      maxLength: 8,
    })
    await assert(
      asyncProperty(bursts, async (plan) => {
        const place = await aPlace()
        const nodes = [aLog(), aLog()]
        const acknowledged = await Promise.all(
          plan.flatMap(({ node, count }, burst) =>
            Array.from({ length: count }, async (_, at) => {
              const text = `${burst}/${at}`
              const { seq, repeated } = await (nodes[node]?.log.append(place, entry(text)) ??
                Promise.reject(new Error()))
              return { seq, text, repeated }
            }),
          ),
        )
        const events = await read(place)
        expect(events.map(({ event }) => event.seq)).toEqual(acknowledged.map((_, at) => at + 1))
        const texts = new Map(events.map(({ event }) => [event.seq, 'text' in event ? event.text : '']))
        for (const one of acknowledged) {
          expect(texts.get(one.seq)).toBe(one.text)
          expect(one.repeated).toBe(false)
        }
      }),
      { numRuns: 12 },
    )
  })

  test('ROOM-182 What arrives while a commit runs is committed together, in the order it came', async () => {
    const place = await aPlace()
    const { log, bus } = aLog()
    const commits: number[] = []
    bus.subscribe(`room/${place.liveId}`, (hint) => commits.push(Number(Object(hint).seq)))
    const written = await Promise.all(Array.from({ length: 200 }, (_, at) => log.append(place, entry(`${at}`))))
    expect(written.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
    await expect.poll(() => commits.at(-1)).toBe(200)
    expect(commits.length).toBeLessThan(10)
  })

  test('ROOM-183 The same message sent again is the same message: at once, later, and at another node', async () => {
    const place = await aPlace()
    const [one, other] = [aLog(), aLog()]
    const viewer = newId()
    const again = () => entry('一次', 'message-1', viewer)
    const both = await Promise.all([
      one.log.append(place, again()),
      one.log.append(place, again()),
      other.log.append(place, again()),
    ])
    const later = await Promise.all([
      one.log.append(place, entry('別的')),
      one.log.append(place, again()),
      other.log.append(place, again()),
      one.log.append(place, entry('又一個')),
    ])
    const seqs = [...both, later[1], later[2]].map((written) => written?.seq)
    expect(new Set(seqs).size).toBe(1)
    expect(later[1]?.repeated).toBe(true)
    expect(both.filter(({ repeated }) => !repeated)).toHaveLength(1)
    // The same id of another viewer, or of nobody, is another message.
    await one.log.append(place, entry('同號', 'message-1', newId()))
    await one.log.append(place, entry('無人', 'message-1'))
    expect((await one.log.append(place, entry('無人', 'message-1'))).repeated).toBe(true)
    const events = await read(place)
    expect(events.map(({ event }) => ('text' in event ? event.text : ''))).toEqual(
      expect.arrayContaining(['一次', '別的', '又一個', '同號', '無人']),
    )
    expect(events.map(({ event }) => event.seq)).toEqual([1, 2, 3, 4, 5])
  })

  test('ROOM-184 Room time never goes back with seq, though the clocks of two nodes differ', async () => {
    const place = await aPlace()
    const ahead = aLog(manualClock(new Date(startOfTests.getTime() + 3_000)))
    const behind = aLog()
    await ahead.log.append(place, entry('快'))
    await behind.log.append(place, entry('慢'))
    behind.clock.advance(4_000)
    await behind.log.append(place, entry('追上'))
    expect((await read(place)).map(({ event }) => event.ms)).toEqual([63_000, 63_000, 64_000])
  })

  test('ROOM-185 A live that was moved by an hour does not hold its room in the time before', async () => {
    const place = await aPlace()
    const { log } = aLog()
    await log.append(place, entry('原本'))
    await log.append({ ...place, beginAtMs: place.beginAtMs + 3_600_000 }, entry('改期後'))
    expect((await read(place)).map(({ event }) => event.ms)).toEqual([60_000, 60_000 - 3_600_000])
  })

  test('ROOM-186 One event that cannot be written does not take the others with it', async () => {
    const place = await aPlace()
    const { log } = aLog()
    const bad = log.append(place, entry('壞', newId(), 'not an id'))
    const good = [log.append(place, entry('好')), log.append(place, entry('也好'))]
    await expect(bad).rejects.toThrow()
    expect((await Promise.all(good)).map(({ seq }) => seq)).toEqual([1, 2])
  })

  test('ROOM-187 An event of no known kind is refused before anything is written, and so is a room of another firm', async () => {
    const place = await aPlace()
    const { log } = aLog()
    await log.append(place, entry('有'))
    const odd = { ...entry('怪'), event: { kind: 'sold', productId: 'none', quantity: 1 } } as const
    await expect(log.append(place, odd)).rejects.toThrow()
    const other = await aFirmRow(db)
    await expect(log.append({ ...place, firmId: other }, entry('別家'))).rejects.toThrow()
    expect(await read(place)).toHaveLength(1)
  })

  test('ROOM-188 This node hears of its commits in the order of seq, held ones marked', async () => {
    const place = await aPlace()
    const { log } = aLog()
    const received: string[] = []
    log.onCommit((liveId, events) => {
      if (liveId === place.liveId)
        for (const { event, held } of events) received.push(`${event.seq}${held ? ' held' : ''}`)
    })
    await Promise.all([
      log.append(place, entry('一')),
      log.append(place, { ...entry('禁'), held: true, liveUserId: newId() }),
      log.append(place, entry('三')),
    ])
    expect(received).toEqual(['1', '2 held', '3'])
  })
})
