import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { MailLetter, MailTransport, SendOutcome } from './mail.ts'
import { openSmtpConnection } from './smtp-connection.ts'
import { smtpMail } from './smtp-mail.ts'
import { readSmtpUrl } from './smtp-url.ts'

// What a mail server may do that no good one does, by servers that say their lines as a test has them.

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Script {
  readonly extensions?: readonly string[]
  readonly greeting?: string
  /** What is answered to a command, `TEXT` for a letter's text; undefined: all is well. It may do what it likes to the socket. */
  readonly answer?: (command: string, socket: Socket) => string | undefined
}

const wellAnswers: Readonly<Record<string, string>> = { DATA: '354 go\r\n', QUIT: '221 bye\r\n' }

/** Says what a script says, and remembers what it was told: by write, by command, and the texts of letters. */
const startScript = async ({ extensions = ['PIPELINING'], greeting = '220 here\r\n', answer }: Script = {}) => {
  const writes: string[] = []
  const commands: string[] = []
  const texts: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write(greeting)
    let rest = ''
    let isText = false
    socket.on('data', (chunk) => {
      writes.push(chunk.toString())
      rest += chunk.toString()
      for (
        let end = rest.indexOf(isText ? '\r\n.\r\n' : '\r\n');
        end !== -1;
        end = rest.indexOf(isText ? '\r\n.\r\n' : '\r\n')
      ) {
        const said = rest.slice(0, end)
        rest = rest.slice(end + (isText ? 5 : 2))
        const command = isText ? 'TEXT' : said
        if (isText) texts.push(said)
        else commands.push(said)
        const hello = `${['250-here', ...extensions.map((name) => `250-${name}`)].join('\r\n')}\r\n250 HELP\r\n`
        const well = command.startsWith('EHLO') ? hello : (wellAnswers[command] ?? '250 ok\r\n')
        const reply = answer?.(command, socket) ?? well
        isText = command === 'DATA' && reply.startsWith('354')
        if (!socket.destroyed) socket.write(reply)
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const place = server.address()
  const port = typeof place === 'object' && place ? place.port : 0
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port, writes, commands, texts, connections: () => sockets.size }
}

const transportTo = (
  port: number,
  { login = '', query = '', silentMs = 2_000, scheme = 'smtp' } = {},
): MailTransport => {
  const transport = smtpMail({
    url: `${scheme}://${login}127.0.0.1:${port}${query}`,
    from: 'letters@kaimai.example',
    connections: 1,
    silentMs,
  })
  ends.push(() => transport.close())
  return transport
}
const letter = (id = 'one', more: Partial<MailLetter> = {}): MailLetter => ({
  id,
  to: `${id}@example.tw`,
  fromName: '小明的店',
  subject: '直播即將開始',
  html: '<p>您好</p>',
  text: '您好',
  ...more,
})
const handed = (id: string): SendOutcome => ({ outcome: 'handed', reference: `<${id}@kaimai.example>` })
const later = (isAway: boolean) => ({ outcome: 'refused', permanent: false, isAway })
const say = (socket: Socket, text: string): string => {
  socket.write(text)
  socket.destroySoon()
  return ''
}

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
    expect([server.connections(), server.commands.includes('RSET')]).toEqual([1, true])
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

test('PORTS-75 Words that come behind the answer to STARTTLS, before there is TLS, are no words of the server: nothing is sent', async () => {
  for (const injected of ['250 ok\r\n', '250-AUTH', 'x']) {
    const server = await startScript({
      extensions: ['STARTTLS', 'AUTH PLAIN'],
      answer: (command) => (command === 'STARTTLS' ? `220 go\r\n${injected}` : undefined),
    })
    const transport = transportTo(server.port, { login: 'user:open-sesame@' })
    expect(await transport.send(letter())).toMatchObject(later(true))
    expect(server.commands).toEqual([expect.stringMatching(/^EHLO/), 'STARTTLS'])
  }
})

/** Signed by itself, for mail.example and 127.0.0.1, until 2126. */
const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTpSHY0lR+imXQr1s
DMIzC2k8x3uq+gVrJa7SOn31gtmhRANCAAR+QDmTC87pcJI1PgaHwcLs3qZoe1j/
gWuMLpsWer/OtyTdG8BTlzb85Fxofhds5C+NzRyFn/AvJ62yWLnaRGpw
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBpTCCAUqgAwIBAgIUeqxYpWwdQUxcP2t6mDiHYPuoLYcwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMCAXDTI2MTEyODIxMjIzMFoYDzIxMjYx
MTA0MjEyMjMwWjAXMRUwEwYDVQQDDAxtYWlsLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAR+QDmTC87pcJI1PgaHwcLs3qZoe1j/gWuMLpsWer/OtyTd
G8BTlzb85Fxofhds5C+NzRyFn/AvJ62yWLnaRGpwo3IwcDAdBgNVHQ4EFgQUqmFJ
IBLQucw++Td7adfMj+aqhVwwHwYDVR0jBBgwFoAUqmFJIBLQucw++Td7adfMj+aq
hVwwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHREEFjAUggxtYWlsLmV4YW1wbGWHBH8A
AAEwCgYIKoZIzj0EAwIDSQAwRgIhAMQZQdWix6ulirjBOR9cwNKNiSaeFexkV+XL
eObthqIGAiEA2Znbh22VpiGGtvSabQV7AcjCfNRX+0AGcJ97NOebEgA=
-----END CERTIFICATE-----`,
}

/** smtp-server with a certificate that it has signed itself. */
const startWithTls = async (secure: boolean) => {
  const taken: { readonly secure: boolean; readonly user: unknown }[] = []
  const logins: string[] = []
  const server = new SMTPServer({
    secure,
    ...certificate,
    authMethods: ['LOGIN'],
    onAuth: (auth, session, done) => {
      logins.push(`${auth.method} ${auth.username} ${auth.password} ${String(session.secure)}`)
      if (auth.password === '芝麻:開門') done(null, { user: auth.username })
      else done(Object.assign(new Error('no'), { responseCode: 535 }))
    },
    onData: (stream, session, done) => {
      void buffer(stream).then(() => {
        taken.push({ secure: session.secure, user: session.user })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const place = server.server.address()
  ends.push(() => new Promise<void>((done) => server.close(done)))
  return { port: typeof place === 'object' && place ? place.port : 0, taken, logins }
}
const login = `user:${encodeURIComponent('芝麻:開門')}@`
const anyCertificate = '?tls.rejectUnauthorized=false'

test.each([['smtp'], ['smtps']])(
  'PORTS-76 A certificate that nobody has signed is refused (%s), unless the URL says otherwise; a login goes over TLS',
  async (scheme) => {
    const server = await startWithTls(scheme === 'smtps')
    const refused = await transportTo(server.port, { login, scheme }).send(letter())
    expect(refused).toMatchObject(later(true))
    expect(server.logins).toEqual([])
    expect(await transportTo(server.port, { login, scheme, query: anyCertificate }).send(letter())).toEqual(
      handed('one'),
    )
    expect(server.logins).toEqual(['LOGIN user 芝麻:開門 true'])
    expect(server.taken).toEqual([{ secure: true, user: 'user' }])
  },
)

test('PORTS-77 A login that is refused lets no letter fail, and no password is in what is said of it', async () => {
  const server = await startWithTls(false)
  const wrong = await transportTo(server.port, { login: 'user:open-sesame@', query: anyCertificate }).send(letter())
  expect(wrong).toMatchObject(later(true))
  // A server that repeats what it was told.
  const parrot = await startScript({
    extensions: ['AUTH PLAIN'],
    answer: (command) => (command.startsWith('AUTH') ? '535 who is this\r\n' : undefined),
  })
  const repeated = await transportTo(parrot.port, { login: 'user:open-sesame@' }).send(letter())
  expect(repeated).toMatchObject({ ...later(true), reason: '535 who is this' })
  expect(parrot.commands[1]).toBe(`AUTH PLAIN ${Buffer.from('\0user\0open-sesame').toString('base64')}`)
  for (const outcome of [wrong, repeated]) expect(JSON.stringify(outcome)).not.toContain('open-sesame')
})

test('PORTS-78 A text is taken as it was given: lines of dots, lines that begin with one, and what looks like a command', async () => {
  const server = await startScript()
  const connection = await openSmtpConnection(readSmtpUrl(`smtp://127.0.0.1:${server.port}`), { silentMs: 2_000 })
  ends.push(() => connection.close())
  const text = '.first\r\n.\r\n..\r\nMAIL FROM:<x@y.example>\r\n...end\r\n.'
  expect(await connection.send({ from: 'a@b.example', to: 'c@d.example', text })).toEqual({ kind: 'taken' })
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
    const beganAt = performance.now()
    const outcome = await transportTo(server.port, { silentMs: 200 }).send(letter())
    expect(outcome).toMatchObject({ ...later(stage === 'EHLO'), reason: 'the mail server is too slow' })
    expect(performance.now() - beganAt).toBeLessThan(5_000)
  }
})

test.each([
  'a@b.tw>',
  '<a@b.tw',
  'a b@c.tw',
  'a@b.tw\r\nDATA',
  'a@b.tw\nx',
  'a\0@b.tw',
  'a@b@c.tw',
  '"a"@b.tw',
  'a@',
  '@b.tw',
  '',
  '王@b.tw',
  `a@${'b'.repeat(300)}.tw`,
])('PORTS-82 No server is told an address that is none or could be more than one: %j', async (to) => {
  const server = await startScript()
  expect(await transportTo(server.port).send(letter('one', { to }))).toMatchObject({
    outcome: 'refused',
    permanent: true,
  })
  expect(server.connections()).toBe(0)
})

test('PORTS-83 What the URL asks for holds: nothing is said without TLS where it is required, and a misspelled option is refused', async () => {
  const server = await startScript()
  expect(
    await transportTo(server.port, { query: '?requireTLS=true', login: 'user:open-sesame@' }).send(letter()),
  ).toMatchObject(later(true))
  expect(server.commands).toEqual([expect.stringMatching(/^EHLO/)])
  const offering = await startScript({ extensions: ['STARTTLS'] })
  expect(await transportTo(offering.port, { query: '?ignoreTLS=true&name=shop.example' }).send(letter())).toEqual(
    handed('one'),
  )
  expect(offering.commands[0]).toBe('EHLO shop.example')
  for (const option of ['requireTls=true', 'requireTLS=yes', 'name=a%0d%0aRCPT', 'pool=true']) {
    const open = () => smtpMail({ url: `smtp://user:open-sesame@127.0.0.1?${option}`, from: 'a@b.example' })
    expect(open).toThrow(/^SMTP_URL: (?!.*open-sesame)/)
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
