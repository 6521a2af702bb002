import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { MailLetter, MailTransport } from './mail.ts'
import { outboxMail } from './mail.ts'
import { smtpMail } from './smtp-mail.ts'
import { silentLog } from '../../../test/database.ts'

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  // Transports before their servers, which wait for the connections.
  for (const end of ends.splice(0).reverse()) await end()
})

interface Received {
  from: string
  to: string[]
  message: string
}

const portOf = (address: AddressInfo | string | null | undefined): number =>
  typeof address === 'object' && address ? address.port : 0

/** A real SMTP server; `answer` may refuse at a stage with that code. */
const startSmtp = async (refuse: { stage?: 'from' | 'to' | 'data' | 'auth'; code?: number } = {}) => {
  const received: Received[] = []
  let connections = 0
  const failure = (stage: string): Error | null =>
    refuse.stage === stage ? Object.assign(new Error(`no ${stage} for a@b.tw`), { responseCode: refuse.code }) : null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onAuth: (auth, _session, done) => {
      if (refuse.stage === 'auth') done(Object.assign(new Error('wrong password'), { responseCode: 535 }))
      else done(null, { user: auth.username })
    },
    onMailFrom: (_address, _session, done) => done(failure('from')),
    onRcptTo: (_address, _session, done) => done(failure('to')),
    onData: (stream, session, done) => {
      void buffer(stream).then((message) => {
        const error = failure('data')
        const { mailFrom, rcptTo } = session.envelope
        if (!error)
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map((one) => one.address),
            message: message.toString(),
          })
        done(error)
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const port = portOf(server.server.address())
  ends.push(() => new Promise<void>((done) => server.close(done)))
  return { port, received, connections: () => connections }
}

const transportTo = (port: number, user = ''): MailTransport => {
  const transport = smtpMail({
    url: `smtp://${user}127.0.0.1:${port}`,
    from: 'letters@kaimai.example',
    connections: 3,
    log: silentLog,
  })
  ends.push(() => transport.close())
  return transport
}

const letter = (more: Partial<MailLetter> = {}): MailLetter => ({
  id: 'recipient-1',
  to: 'wang@example.tw',
  fromName: '小明的店',
  subject: '直播即將開始',
  html: '<p>您好 🎉</p>',
  text: '您好 🎉',
  ...more,
})

const decodeWords = (text: string): string =>
  text
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, base64: string) => Buffer.from(base64, 'base64').toString())
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, quoted: string) =>
      decodeURIComponent(quoted.replaceAll('_', ' ').replaceAll('=', '%')),
    )

test('PORTS-16 A letter arrives under its sender’s name with both its bodies, its headers and its attachment', async () => {
  const { port, received } = await startSmtp()
  const sent = await transportTo(port).send(
    letter({
      headers: { 'List-Unsubscribe': '<https://k.example/u/1>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      attachments: [{ fileName: '場次.ics', contentType: 'text/calendar; charset=utf-8', content: 'BEGIN:VCALENDAR' }],
    }),
  )
  expect(sent).toEqual({ outcome: 'handed', reference: '<recipient-1@kaimai.example>' })
  expect(received).toHaveLength(1)
  const [got] = received
  expect([got?.from, got?.to]).toEqual(['letters@kaimai.example', ['wang@example.tw']])
  const message = decodeWords(got?.message ?? '')
  expect(message).toMatch(/^From: "?小明的店"? <letters@kaimai.example>/m)
  expect(message).toMatch(/^Subject: 直播即將開始/m)
  expect(message).toMatch(/^Message-ID: <recipient-1@kaimai.example>/im)
  expect(message).toMatch(/^List-Unsubscribe: <https:\/\/k.example\/u\/1>/m)
  expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  expect(message).toMatch(/Content-Type: text\/plain/)
  expect(message).toMatch(/Content-Type: text\/html/)
  expect(message).toMatch(/Content-Type: text\/calendar/)
  const bodies = [...message.matchAll(/base64\r\n\r\n([\w+/=\r\n]+)/g)].map((one) =>
    Buffer.from(one[1] ?? '', 'base64').toString(),
  )
  const quoted = message.includes('=F0=9F=8E=89') ? ['您好 🎉', '<p>您好 🎉</p>'] : []
  expect([...bodies, ...quoted]).toEqual(expect.arrayContaining(['您好 🎉', '<p>您好 🎉</p>']))
})

test('PORTS-17 No name, subject or header can start another header or recipient', async () => {
  const { port, received } = await startSmtp()
  await transportTo(port).send(
    letter({
      fromName: 'Shop\r\nBcc: a@evil.example',
      subject: 'Hello\r\nBcc: b@evil.example\r\n\r\nbody',
      headers: { 'X-Note': 'x\r\nBcc: c@evil.example' },
    }),
  )
  expect(received[0]?.to).toEqual(['wang@example.tw'])
  expect(received[0]?.message).not.toMatch(/^Bcc:/im)
  for (const to of ['a@evil.example, b@evil.example', 'wang@example.tw\r\nRCPT TO:<a@evil.example>', 'x', '']) {
    const outcome = await transportTo(port).send(letter({ to }))
    if (outcome.outcome === 'handed') expect(received.at(-1)?.to).toHaveLength(1)
    else expect(outcome.permanent).toBe(true)
  }
  expect(received.flatMap((one) => one.to)).not.toContain('a@evil.example')
})

test.each([
  ['from', 451, false],
  ['from', 550, true],
  ['to', 450, false],
  ['to', 550, true],
  ['data', 452, false],
  ['data', 554, true],
  ['auth', 535, false],
] as const)('PORTS-18 An error at %s with %i is reported, permanent: %j', async (stage, code, permanent) => {
  const { port, received } = await startSmtp({ stage, code })
  const outcome = await transportTo(port, stage === 'auth' ? 'user:pass@' : '').send(letter())
  expect(outcome).toMatchObject({ outcome: 'refused', permanent })
  if (outcome.outcome === 'refused') {
    expect(outcome.reason).toContain(String(code))
    expect(outcome.reason).not.toContain('@')
  }
  expect(received).toEqual([])
})

/** A server that says its lines and can leave in the middle. */
const startRude = async (leaveAt: 'connect' | 'mail' | 'data' | 'content') => {
  let contents = 0
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    if (leaveAt === 'connect') return void socket.destroy()
    socket.write('220 rude\r\n')
    let inData = false
    socket.on('data', (chunk) => {
      const said = chunk.toString()
      if (inData) {
        contents += 1
        if (leaveAt === 'content') socket.destroy()
        return
      }
      for (const command of said.split('\r\n').filter(Boolean)) {
        if (/^(EHLO|HELO)/.test(command)) socket.write('250 rude\r\n')
        else if (command.startsWith('MAIL')) {
          if (leaveAt === 'mail') return void socket.destroy()
          socket.write('250 ok\r\n')
        } else if (command.startsWith('DATA')) {
          if (leaveAt === 'data') return void socket.destroy()
          inData = true
          socket.write('354 go\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: portOf(server.address()), contents: () => contents, connections: () => connections }
}

test.each(['connect', 'mail', 'data'] as const)(
  'PORTS-19 A server that leaves before the letter itself (%s) surely has not got it: try later',
  async (leaveAt) => {
    const { port, contents } = await startRude(leaveAt)
    expect(await transportTo(port).send(letter())).toMatchObject({ outcome: 'refused', permanent: false })
    expect(contents()).toBe(0)
  },
)

test('PORTS-20 A server that is not there has not got it either', async () => {
  expect(await transportTo(1).send(letter())).toMatchObject({ outcome: 'refused', permanent: false })
  const nameless = smtpMail({ url: 'smtp://no-such-host.invalid:2525', from: 'a@b.example', log: silentLog })
  ends.push(() => nameless.close())
  expect(await nameless.send(letter())).toMatchObject({ outcome: 'refused', permanent: false })
})

test('PORTS-21 A server that leaves with the letter in hand may have it: this throws, and nothing is sent again', async () => {
  const { port, contents } = await startRude('content')
  await expect(transportTo(port).send(letter())).rejects.toThrow()
  expect(contents()).toBe(1)
})

test('PORTS-22 Letters share a few connections, and each reports its own outcome', async () => {
  const { port, received, connections } = await startSmtp()
  const transport = transportTo(port)
  const ids = Array.from({ length: 60 }, (_, i) => `id-${i}`)
  const outcomes = await Promise.all(ids.map((id) => transport.send(letter({ id, to: `${id}@example.tw` }))))
  expect(outcomes.map((one) => one.outcome === 'handed' && one.reference)).toEqual(
    ids.map((id) => `<${id}@kaimai.example>`),
  )
  expect(received.flatMap((one) => one.to).sort()).toEqual(ids.map((id) => `${id}@example.tw`).sort())
  expect(connections()).toBeLessThanOrEqual(3)
})

test('PORTS-23 The built-in outbox takes every letter, and says which', async () => {
  expect(await outboxMail().send(letter())).toEqual({ outcome: 'handed', reference: 'outbox:recipient-1' })
})

test.each([
  ['letters.md 17', `${'播'.repeat(14)}😀${'播'.repeat(15)}`],
  ['all but one word', '播'.repeat(31)],
  ['a family of joined emoji', '👨‍👩‍👧‍👦'.repeat(9)],
  ['rare characters', '𠮷野家𡘙𨋢'.repeat(8)],
  ['both scripts and blanks', `Autumn kiln night 秋窯開窯夜 ${'x'.repeat(70)} 今晚八點`],
])(
  'PORTS-57 A long subject is folded between characters, each word by itself valid, and arrives whole: %s',
  async (_, subject) => {
    const { port, received } = await startSmtp()
    await transportTo(port).send(letter({ subject }))
    const header = /^Subject: ([\s\S]*?)\r\n(?! )/m.exec(received[0]?.message ?? '')?.[1] ?? ''
    const words = header.split(/\r\n /).flatMap((line) => line.split(' '))
    for (const line of header.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76)
    const strict = new TextDecoder('utf-8', { fatal: true })
    const decoded = words.map((word) => {
      expect(word.length).toBeLessThanOrEqual(75)
      const [, encoding = '', text = ''] = /^=\?UTF-8\?([BQ])\?(.*)\?=$/i.exec(word) ?? []
      const bytes =
        encoding.toUpperCase() === 'B'
          ? Buffer.from(text, 'base64')
          : Buffer.from(
              text.replaceAll('_', ' ').replace(/=(..)/g, (__, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
              'latin1',
            )
      return strict.decode(bytes)
    })
    expect(decoded.join('')).toBe(subject)
  },
)

test('PORTS-60 A slow server gets each letter once, and the others wait their turn', async () => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void buffer(stream).then((message) => {
        received.push(/^Message-ID: <(.*)@/im.exec(message.toString())?.[1] ?? '')
        setTimeout(done, 150)
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  ends.push(() => new Promise<void>((done) => server.close(done)))
  const transport = transportTo(portOf(server.server.address()))
  const ids = Array.from({ length: 9 }, (_, i) => `slow-${i}`)
  const outcomes = await Promise.all(ids.map((id) => transport.send(letter({ id }))))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'handed'))
  expect(received.toSorted()).toEqual(ids)
})

test.each([421, 450])(
  'PORTS-61 A server that takes the letter’s text and answers %i has not got it: try later',
  async (code) => {
    const { port, received } = await startSmtp({ stage: 'data', code })
    expect(await transportTo(port).send(letter())).toMatchObject({ outcome: 'refused', permanent: false })
    expect(received).toEqual([])
  },
)
