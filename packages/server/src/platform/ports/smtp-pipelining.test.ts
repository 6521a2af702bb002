import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handed, later, letter, say, startScript, transportTo } from '../../../test/smtp-script.ts'

/** What becomes of a letter at the server. */
const fates = [
  'taken',
  'no recipient',
  'no such text',
  'cut within the text',
  'cut at the recipient',
  'leaves afterwards',
] as const

test('PORTS-90 Letters that share writes on one connection end each as it would alone, and no text reaches the server twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (row, isPipelining) => {
        let fate: (typeof fates)[number] = 'taken'
        const cutOnce = new Set<string>()
        const server = await startScript({
          extensions: isPipelining ? ['PIPELINING'] : [],
          answer: (command, socket) => {
            if (command.startsWith('RCPT')) {
              fate = fates[Number(/<f(\d)/.exec(command)?.[1])] ?? 'taken'
              if (fate === 'no recipient') return '550 nobody\r\n'
              if (fate === 'cut at the recipient' && !cutOnce.has(command)) {
                cutOnce.add(command)
                return say(socket, '')
              }
            }
            // After a refused recipient.
            if (command === 'DATA' && fate === 'no recipient') return '503 nobody\r\n'
            if (command !== 'TEXT') return undefined
            if (fate === 'no such text') return '451 not now\r\n'
            if (fate === 'cut within the text') return say(socket, '')
            return fate === 'leaves afterwards' ? say(socket, '250 ok\r\n') : undefined
          },
        })
        const transport = transportTo(server.port)
        const outcomes = await Promise.all(
          row.map((each, at) => {
            const id = `f${fates.indexOf(each)}-${at}`
            return transport.send(letter(id)).catch(() => 'unknown' as const)
          }),
        )
        for (const [at, each] of row.entries()) {
          const outcome = outcomes[at]
          const id = `f${fates.indexOf(each)}-${at}`
          const times = server.texts.filter((text) => text.includes(`Message-ID: <${id}@`)).length
          const said = outcome === 'unknown' ? outcome : outcome?.outcome
          const isFirstOfItsConnection = each === 'cut at the recipient' && said === 'refused'
          const wanted = {
            taken: ['handed', 1],
            'no recipient': ['refused', 0],
            'no such text': ['refused', 1],
            'cut within the text': ['unknown', 1],
            // Of a connection that has served others it goes over another.
            'cut at the recipient': isFirstOfItsConnection ? ['refused', 0] : ['handed', 1],
            'leaves afterwards': ['handed', 1],
          }[each]
          expect([id, said, times]).toEqual([id, ...wanted])
        }
        await transport.close()
      },
    ),
    { numRuns: 60 },
  )
})

test('PORTS-91 Where letters wait the end of one and the beginning of the next go in one write, if the server takes that', async () => {
  for (const [extensions, isTogether] of [
    [['PIPELINING'], true],
    [[], false],
  ] as const) {
    const server = await startScript({ extensions })
    const transport = transportTo(server.port)
    const ids = ['a', 'b', 'c']
    expect(await Promise.all(ids.map((id) => transport.send(letter(id))))).toEqual(ids.map(handed))
    expect(server.writes.some((write) => /\r\n\.\r\nMAIL FROM:.*\r\nRCPT TO:.*\r\nDATA\r\n$/.test(write))).toBe(
      isTogether,
    )
    expect(server.connections()).toBe(1)
  }
})

test('PORTS-92 A letter that waits too long for a connection has its turn later, and costs nobody a try', async () => {
  const server = await startScript({
    extensions: [],
    answer: (command) => (command.startsWith('MAIL') ? '' : undefined),
  })
  const transport = transportTo(server.port, { silentMs: 200 })
  const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => transport.send(letter(id))))
  expect(outcomes).toMatchObject([later(false), later(true), later(true)])
  expect(server.texts).toEqual([])
})
