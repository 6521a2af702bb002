import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach } from 'vitest'
import type { MailLetter, MailTransport, SendOutcome } from '../src/platform/ports/mail.ts'
import { smtpMail } from '../src/platform/ports/smtp-mail.ts'
import { silentLog } from './database.ts'

// A mail server that says its lines as a test has them, and a transport with one connection to it.

const ends: (() => Promise<void> | void)[] = []
/** Runs after the test, the last first. */
export const atEnd = (end: () => Promise<void> | void): void => void ends.push(end)
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
export const startScript = async ({ extensions = ['PIPELINING'], greeting = '220 here\r\n', answer }: Script = {}) => {
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
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port, writes, commands, texts, connections: () => sockets.size }
}

export const transportTo = (
  port: number,
  { login = '', query = '', silentMs = 2_000, scheme = 'smtp' } = {},
): MailTransport => {
  const transport = smtpMail({
    url: `${scheme}://${login}127.0.0.1:${port}${query}`,
    from: 'letters@kaimai.example',
    connections: 1,
    silentMs,
    log: silentLog,
  })
  atEnd(() => transport.close())
  return transport
}
export const letter = (id = 'one', more: Partial<MailLetter> = {}): MailLetter => ({
  id,
  to: `${id}@example.tw`,
  fromName: '小明的店',
  subject: '直播即將開始',
  html: '<p>您好</p>',
  text: '您好',
  ...more,
})
export const handed = (id: string): SendOutcome => ({ outcome: 'handed', reference: `<${id}@kaimai.example>` })
/** Refused for now; away: nobody’s letters get through. */
export const later = (isAway: boolean) => ({ outcome: 'refused', permanent: false, isAway })
/** The last words of a connection. */
export const say = (socket: Socket, text: string): string => {
  socket.write(text)
  socket.destroySoon()
  return ''
}
