import { exportProgressType, type ExportProgress } from '@kaimai/contract/common/sheet.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readExport } from './export-stream.ts'

const bodyOf = (bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> => {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].toSorted(
    (a, b) => a - b,
  )
  return new ReadableStream({
    start: (controller) => {
      for (const [at, place] of places.entries()) {
        const end = places[at + 1]
        if (end !== undefined) controller.enqueue(bytes.slice(place, end))
      }
      controller.close()
    },
  })
}
const answerOf = (bytes: Uint8Array, cuts: readonly number[]): Response =>
  new Response(bodyOf(bytes, cuts), { headers: { 'content-type': exportProgressType } })

test('SHEET-79 An export says how far it is and is the same file, wherever the line cuts it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.array(fc.nat(200), { maxLength: 8 }), async (file, cuts) => {
      const head = new TextEncoder().encode('{"done":0,"total":2}\n{"done":2,"total":2}\n\n')
      const bytes = new Uint8Array([...head, ...file])
      const seen: ExportProgress[] = []
      const blob = await readExport(answerOf(bytes, cuts), 'text/csv', (progress) => seen.push(progress))
      expect(seen).toEqual([
        { done: 0, total: 2 },
        { done: 2, total: 2 },
      ])
      expect(new Uint8Array(await blob.arrayBuffer())).toEqual(file)
    }),
  )
})

test('SHEET-80 An export that ends before its file is no file', async () => {
  const bytes = new TextEncoder().encode('{"done":0,"total":2}\n')
  await expect(readExport(answerOf(bytes, []), 'text/csv', () => {})).rejects.toThrow('ended early')
})
