import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEnd, handed, later, letter, say, startScript, transportTo } from '../../../test/smtp-script.ts'
import { openSmtpConnection } from './smtp-connection.ts'
import { readSmtpUrl } from './smtp-url.ts'
import { silentLog } from '../../../test/database.ts'

// What a mail server may do that no good one does.

test('PORTS-69 Sender, recipient and text are asked for in one write where the server takes that, one by one where it doesn’t', async () => {
  for (const [extensions, writes] of [
    [['PIPELINING'], 1],
    [['8BITMIME'], 3],
  ] as const) {
    const server = await startScript({ extensions })
    expect(await transportTo(server.port).send(letter())).toEqual(handed('one'))
    const asked = ['MAIL FROM:<letters@kaimai.example>', 'RCPT TO:<one@example.tw>', 'DATA']
    expect(server.commands.slice(1)).toEqual(asked)
    expect(server.writes.filter((write) => /^(?:MAIL|RCPT|DATA)/.test(write))).toHaveLength(writes)
    expect(server.texts).toHaveLength(1)
  }
})

test.each(
  ['MAIL', 'RCPT', 'DATA', 'TEXT'].flatMap((stage) =>
    [['PIPELINING'], []].map((extensions) => [stage, extensions.join() || 'nothing', extensions] as const),
  ),
)(
  'PORTS-70 After a refusal at %s of a server that offers %s the next letter goes over the same connection, and begins anew',
  async (stage, _, extensions) => {
    let inTransaction = false
    let hasRecipient = false
    const server = await startScript({
      extensions,
      answer: (command) => {
        // It holds on to a sender until it is told to let go.
        if (command === 'RSET' || command === 'TEXT') inTransaction = hasRecipient = false
        if (command.startsWith('MAIL')) {
          if (inTransaction) return '503 nested\r\n'
          if (stage === 'MAIL' && server.commands.length === 2) return '451 not now\r\n'
          inTransaction = true
        }
        if (command.startsWith('RCPT')) {
          if (!inTransaction) return '503 no sender\r\n'
          if (stage === 'RCPT' && command.includes('first')) return '451 not now\r\n'
          hasRecipient = true
        }
        if (command === 'DATA' && !hasRecipient) return '503 nobody\r\n'
        const isFirst = server.commands.filter((each) => each === 'DATA').length === 1
        if (command === stage && isFirst) return '451 not now\r\n'
        return undefined
      },
    })
    const transport = transportTo(server.port)
    expect(await transport.send(letter('first'))).toMatchObject({ ...later(false), reason: '451 not now' })
    expect(await transport.send(letter('second'))).toEqual(handed('second'))
    expect([server.connections(), server.commands.includes('RSET')]).toEqual([1, stage !== 'TEXT'])
  },
)

test.each([
  ['MAIL', '250 ok\r\n', false],
  ['MAIL', '550 never\r\n', true],
  ['RCPT', '250 ok\r\n', false],
  ['RCPT', '550 never\r\n', true],
  ['DATA', '354 g', false],
] as const)(
  'PORTS-71 A connection that is cut after the answer to %s, %j, has taken no letter, whatever it was still asked: permanent is %j',
  async (stage, reply, permanent) => {
    const server = await startScript({
      answer: (command, socket) => (command.startsWith(stage) ? say(socket, reply) : undefined),
    })
    expect(await transportTo(server.port).send(letter())).toMatchObject({
      outcome: 'refused',
      permanent,
      isAway: false,
    })
    expect(server.texts).toEqual([])
  },
)

test('PORTS-72 A server that leaves between two letters, with 421, without a word, or at the next letter’s first command, costs neither a try', async () => {
  for (const leave of [
    (socket: Socket) => void setTimeout(() => socket.end('421 idle\r\n'), 5),
    (socket: Socket) => void setTimeout(() => socket.destroy(), 5),
    () => undefined,
  ]) {
    let taken = 0
    const server = await startScript({
      answer: (command, socket) => {
        if (command === 'TEXT' && (taken += 1) === 1) leave(socket)
        return command.startsWith('MAIL') && taken === 1 && server.connections() === 1
          ? '421 enough for one connection\r\n'
          : undefined
      },
    })
    const transport = transportTo(server.port)
    expect(await transport.send(letter('first'))).toEqual(handed('first'))
    // The server has left by then, and nothing tells this side of the test when.
    await sleep(30)
    expect(await transport.send(letter('second'))).toEqual(handed('second'))
    expect([server.texts.length, server.connections()]).toEqual([2, 2])
  }
})

test('PORTS-73 Answers of several lines are read whole, though each byte comes by itself', async () => {
  const server = await startScript({
    greeting: '220-one\r\n220-two\r\n220 three\r\n',
    answer: (command, socket) => {
      if (!command.startsWith('EHLO')) return undefined
      void (async () => {
        for (const byte of '250-here\r\n250-PIPELINING\r\n250 SIZE 5000000\r\n') {
          socket.write(byte)
          // Each byte is to leave by itself.
          await sleep(0)
        }
      })()
      return ''
    },
  })
  expect(await transportTo(server.port).send(letter())).toEqual(handed('one'))
  expect(server.writes.filter((write) => write.startsWith('MAIL'))).toHaveLength(1)
})

test.each([
  ['the greeting', true],
  ['EHLO', true],
  ['MAIL', false],
] as const)('PORTS-74 An answer of a megabyte without an end is given up early (at %s)', async (stage, isAway) => {
  const endless = '2'.concat('5'.repeat(1024 * 1024))
  const server = await startScript(
    stage === 'the greeting'
      ? { greeting: endless }
      : { answer: (command) => (command.startsWith(stage) ? `250-${endless}` : undefined) },
  )
  expect(await transportTo(server.port).send(letter())).toMatchObject({
    ...later(isAway),
    reason: 'the mail server’s answer has no end',
  })
})

test('PORTS-78 A text is taken as it was given: lines of dots, lines that begin with one, and what looks like a command', async () => {
  const server = await startScript()
  const connection = await openSmtpConnection(readSmtpUrl(`smtp://127.0.0.1:${server.port}`), {
    silentMs: 2_000,
    log: silentLog,
  })
  atEnd(() => connection.close())
  const text = '.first\r\n.\r\n..\r\nMAIL FROM:<x@y.example>\r\n...end\r\n.'
  const message = { from: 'a@b.example', to: 'c@d.example', text }
  const result = new Promise(
    (done) => void connection.work({ message, textByMs: Number.POSITIVE_INFINITY, done }, () => undefined),
  )
  expect(await result).toEqual({ kind: 'taken' })
  expect(server.texts.map((each) => each.replace(/^\./gm, ''))).toEqual([text])
  const bodies = { text: '.\n\r.\r\r\n.', html: '<p>\r.\n.\r\nQUIT\r</p>' }
  expect(await transportTo(server.port).send(letter('dots', bodies))).toEqual(handed('dots'))
  const parts = [...(server.texts[1] ?? '').matchAll(/base64\r\n\r\n([\w+/=\r\n]+)/g)].map(([, part = '']) =>
    Buffer.from(part, 'base64').toString(),
  )
  const inCrlf = (body: string) => body.replace(/\r\n|\r|\n/g, '\r\n')
  expect(parts).toEqual([inCrlf(bodies.text), inCrlf(bodies.html)])
  expect(server.commands.filter((command) => command.startsWith('QUIT'))).toEqual([])
})

test.each(['MAIL', 'RCPT'])(
  'PORTS-79 A server that refuses at %s and wants the text all the same gets none',
  async (stage) => {
    const server = await startScript({ answer: (command) => (command.startsWith(stage) ? '550 no\r\n' : undefined) })
    const transport = transportTo(server.port)
    expect(await transport.send(letter())).toMatchObject({ outcome: 'refused', permanent: true })
    expect(server.texts).toEqual([])
  },
)

test('PORTS-80 An answer to nothing is none to the next question: a letter that it seemed to take is not handed over', async () => {
  for (const stage of ['EHLO', 'MAIL', 'RCPT', 'DATA']) {
    const server = await startScript({
      answer: (command) => {
        if (!command.startsWith(stage)) return undefined
        return stage === 'DATA' ? '354 go\r\n250 taken\r\n' : '250 ok\r\n250 ok\r\n'
      },
    })
    const outcome = await transportTo(server.port).send(letter())
    expect([stage, outcome.outcome, server.texts]).toEqual([stage, 'refused', []])
  }
})

test('PORTS-81 A server that never falls silent and never comes to an end holds no letter for long', async () => {
  for (const stage of ['EHLO', 'MAIL'] as const) {
    const server = await startScript({
      extensions: [],
      answer: (command, socket) => {
        if (!command.startsWith(stage)) return undefined
        const dribble = setInterval(() => socket.write('250-and\r\n'), 20)
        socket.on('close', () => clearInterval(dribble))
        return '250-so\r\n'
      },
    })
    const outcome = await transportTo(server.port, { silentMs: 200 }).send(letter())
    expect(outcome).toMatchObject({ ...later(stage === 'EHLO'), reason: 'the mail server is too slow' })
  }
})

test.each(['25', '250', '250-taken\r\n', '354 more\r\n', '999 what\r\n'])(
  'PORTS-84 A letter whose text was written and whose answer was cut short or is none (%j) may have been taken: nobody can say',
  async (reply) => {
    const server = await startScript({
      answer: (command, socket) => (command === 'TEXT' ? say(socket, reply) : undefined),
    })
    await expect(transportTo(server.port).send(letter())).rejects.toThrow()
    expect(server.texts).toHaveLength(1)
  },
)

test('PORTS-85 A letter that is larger than the server takes is refused for good before a word of it is said', async () => {
  const server = await startScript({ extensions: ['SIZE 2000'] })
  const outcome = await transportTo(server.port).send(letter('one', { html: 'x'.repeat(5_000) }))
  expect(outcome).toMatchObject({ outcome: 'refused', permanent: true })
  expect(server.commands).toHaveLength(1)
})

test('PORTS-86 A transport that closes takes its leave of the server, and takes no more letters', async () => {
  const server = await startScript()
  const transport = transportTo(server.port)
  await transport.send(letter())
  await transport.close()
  await expect.poll(() => server.commands.at(-1)).toBe('QUIT')
  expect(await transport.send(letter('two'))).toMatchObject(later(true))
  expect(server.texts).toHaveLength(1)
})
