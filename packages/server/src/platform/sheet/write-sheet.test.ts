import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type CellRow, textOfValue } from './cell-value.ts'
import { workOnSheet } from './sheet-thread.ts'
import { streamSheet } from './stream-sheet.ts'
import { filesBeingWritten, type SheetToWrite, writeSheet } from './write-sheet.ts'

type Kind = NonNullable<SheetToWrite<CellRow>['columns'][number]['kind']>
type Row = CellRow

const sheetOf = (format: 'xlsx' | 'csv', kinds: readonly Kind[], rows: Iterable<Row> | AsyncIterable<Row>) => ({
  format,
  name: '名單',
  language: 'en' as const,
  columns: kinds.map((kind, at) => ({
    key: `c${at}`,
    title: { 'zh-TW': `c${at}`, en: `c${at}` },
    kind,
    value: (row: Row) => row[at] ?? null,
  })),
  rows,
})
const twelve = Array.from({ length: 12 }, (): Kind => 'text')
const rowAt = (at: number): Row => twelve.map((_, column) => `商品 ${at} 之 ${column}`)

/** Rows one by one that say how many were asked for, and whether their reading has ended. */
const counted = (length: number, failAt = Number.POSITIVE_INFINITY) => {
  const seen = { asked: 0, isEnded: false }
  async function* rows(): AsyncGenerator<Row> {
    try {
      for (let at = 0; at < length; at += 1) {
        if (at === failAt) throw new Error('the database is gone')
        if (at % 100 === 0) await nextTurn()
        seen.asked += 1
        yield rowAt(at)
      }
    } finally {
      seen.isEnded = true
    }
  }
  return { seen, rows: rows() }
}
const streamOfSheet = async (sheet: SheetToWrite<Row>) => (await writeSheet(sheet)).content as Readable

const servers: { close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const server of servers) await server.close()
})
/** A server that answers every call with the sheet. */
const serve = async (answer: () => Promise<Readable>): Promise<string> => {
  const app = fastify({ forceCloseConnections: true })
  app.get('/', async (_, reply) => reply.send(await answer()))
  await app.listen({ port: 0, host: '127.0.0.1' })
  servers.push(app)
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
}

const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('=1+1', "'=1", '_x000D_', ' a ', '<c t="s">&amp;', '林美惠\n二樓', '\uD83D', '0912345678', ''),
  )
  .map((given) => given.replaceAll(/[\r\0\uFEFF]/g, ''))
const moment = fc
  .integer({ min: Date.UTC(1990, 0, 1) / 60_000, max: Date.UTC(2100, 0, 1) / 60_000 })
  .map((minute) => new Date(minute * 60_000))
const anyRow = fc.tuple(
  text,
  fc.option(fc.integer({ min: -1e12, max: 1e12 })),
  fc.option(fc.integer({ min: -1e12, max: 1e12 })),
  fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true })),
  fc.option(moment),
  fc.option(moment),
  fc.constant('.'),
)
// The last cell is never empty: a reader may leave out empty rows at a sheet's end.
const kinds: readonly Kind[] = ['text', 'money', 'whole', 'percent', 'time', 'date', 'text']

test('SHEET-210 Odd texts, numbers, dates and empty cells come back from a workbook equal to what was written, whatever batch they were in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 12 }), fc.nat(600), async (given, before) => {
      const rows: Row[] = [...Array.from({ length: before }, (): Row => ['x', 1, 1, 1, null, null, '.']), ...given]
      const bytes = new Uint8Array(await buffer(await streamOfSheet(sheetOf('xlsx', kinds, rows))))
      const read = await workOnSheet({ bytes, rows: 2000, columns: 10 })
      const cells = read.type === 'rows' ? read.rows.slice(1 + before) : []
      const shown = given.map((row) =>
        row.map((value, at) => {
          if (value === null) return ''
          if (typeof value === 'number') return String(Number((at === 1 ? value / 100 : value).toPrecision(15)))
          if (typeof value === 'string') return value
          return textOfValue(value, 'time').replace(' 00:00', '')
        }),
      )
      expect(cells.map((row) => kinds.map((_, at) => row[at] ?? ''))).toEqual(shown)
    }),
    { numRuns: 12 },
  )
})

test('SHEET-211 Of 30,000 rows no more than a few batches are asked for ahead of what its reader has read', async () => {
  const { seen, rows } = counted(30_000)
  const ahead: number[] = []
  let [lines, bytes] = [0, 0]
  for await (const chunk of await streamOfSheet(sheetOf('csv', twelve, rows))) {
    ahead.push(seen.asked - lines)
    bytes += chunk.length
    lines += String(chunk).split('\n').length - 1
    await nextTurn()
  }
  expect([lines, seen.asked, seen.isEnded]).toEqual([30_001, 30_000, true])
  expect(bytes).toBeGreaterThan(5_000_000)
  expect(Math.max(...ahead)).toBeLessThanOrEqual(2000)
})

test('SHEET-212 Who leaves half-way ends the reading of rows and the file, at a workbook and at one with progress', async () => {
  for (const begin of [
    async (rows: AsyncIterable<Row>) => streamOfSheet(sheetOf('xlsx', twelve, rows)),
    async (rows: AsyncIterable<Row>) =>
      streamSheet({ ...sheetOf('xlsx', twelve, rows), total: 30_000 }).content as Readable,
  ]) {
    const { seen, rows } = counted(30_000)
    const stream = await begin(rows)
    await once(stream, 'readable')
    stream.read()
    stream.destroy()
    await expect.poll(() => [stream.closed, seen.isEnded, filesBeingWritten()]).toEqual([true, true, 0])
    expect(seen.asked).toBeLessThan(10_000)
  }
})

test('SHEET-213 A caller who hangs up half-way leaves nothing', async () => {
  const { seen, rows } = counted(1_000_000)
  const url = await serve(() => streamOfSheet(sheetOf('csv', twelve, rows)))
  const caller = new AbortController()
  const { body } = await fetch(url, { signal: caller.signal })
  await body?.getReader().read()
  expect(filesBeingWritten()).toBe(1)
  caller.abort()
  await expect.poll(() => [seen.isEnded, filesBeingWritten()]).toEqual([true, 0])
  expect(seen.asked).toBeLessThan(1_000_000)
})

test('SHEET-214 An error half-way breaks the answer off, so that what came never looks whole; one of the first rows is answered as an error', async () => {
  const broken = counted(5000, 4000)
  const url = await serve(() => streamOfSheet(sheetOf('xlsx', twelve, broken.rows)))
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  const first = counted(5000, 3)
  await expect(writeSheet(sheetOf('xlsx', twelve, first.rows))).rejects.toThrow('the database is gone')
  expect([broken.seen.isEnded, first.seen.isEnded, filesBeingWritten()]).toEqual([true, true, 0])
})

test('SHEET-215 Files that nobody reads hold up no other', async () => {
  const slow = await Promise.all([1, 2, 3, 4, 5].map(() => streamOfSheet(sheetOf('csv', twelve, counted(30_000).rows))))
  const bytes = await buffer(await streamOfSheet(sheetOf('csv', twelve, counted(3000).rows)))
  expect(String(bytes).trim().split('\r\n')).toHaveLength(3001)
  expect(filesBeingWritten()).toBe(5)
  for (const stream of slow) stream.destroy()
  await expect.poll(filesBeingWritten).toBe(0)
})

test('SHEET-216 A file with progress says how far it is while its rows are read, then an empty line, then the whole file', async () => {
  const { seen, rows } = counted(1200)
  const stream = streamSheet({ ...sheetOf('csv', twelve, rows), total: 1200 }).content as Readable
  expect(seen.asked).toBe(0)
  const whole = String(await buffer(stream))
  const [progress = '', file = ''] = whole.split('\n\n')
  expect(progress.split('\n').map((line) => JSON.parse(line))).toEqual(
    [0, 500, 1000, 1200].map((done) => ({ done, total: 1200 })),
  )
  expect(file.trim().split('\r\n')).toHaveLength(1201)
})

test('SHEET-731 Pages of rows, smaller or larger than what is written at once, come whole and in their order, and one more is read only when the one before is written', async () => {
  const sizes = [1, 1700, 0, 499, 501]
  let asked = 0
  async function* pages(): AsyncGenerator<readonly Row[]> {
    for (const [at, size] of sizes.entries()) {
      asked = at + 1
      yield Array.from({ length: size }, (_, row): Row => [`${at}.${row}`])
    }
  }
  const expected = sizes.flatMap((size, at) => Array.from({ length: size }, (_, row) => `${at}.${row}`))
  const stream = await streamOfSheet({ ...sheetOf('csv', ['text'], []), rows: { pages: pages() } })
  expect(asked).toBe(1)
  expect(
    String(await buffer(stream))
      .trim()
      .split('\r\n')
      .slice(1),
  ).toEqual(expected)
  const shown = streamSheet({ ...sheetOf('csv', ['text'], []), rows: { pages: pages() }, total: 2701 })
  const [progress = ''] = String(await buffer(shown.content as Readable)).split('\n\n')
  expect(progress.split('\n').map((line) => JSON.parse(line).done)).toEqual([
    0, 501, 1001, 1501, 1701, 2200, 2700, 2701,
  ])
})

test('SHEET-732 A moment of any year from 1 to 9999 is its day and minute in Taipei, whichever moments stand above it', () => {
  const moments = fc.array(fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }))
  fc.assert(
    fc.property(moments, fc.integer({ min: -90_000_000, max: 90_000_000 }), (given, later) => {
      for (const moment of given.flatMap((one) => [one, new Date(one.getTime() + later)])) {
        const wall = new Date(moment.getTime() + 8 * 3_600_000).toISOString().replace('T', ' ')
        expect([textOfValue(moment, 'time'), textOfValue(moment, 'date')]).toEqual([
          wall.slice(0, 16),
          wall.slice(0, 10),
        ])
      }
    }),
  )
})
