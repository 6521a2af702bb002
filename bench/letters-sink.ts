// The mail server of letters.ts, in a process of its own: it takes every letter and throws it away. It is a few lines, for one
// that costs more than those who send to it would measure itself.
import { createServer, type Socket } from 'node:net'

/** What it has taken since it was last asked to begin anew. */
export interface Taken {
  readonly letters: number
  /** Addresses that it took a letter for. */
  readonly addresses: number
}
export type AskSink = 'begin' | 'taken' | 'close'

let letters = 0
const addresses = new Set<string>()
const endOfText = '\r\n.\r\n'

/** What it answers to a command; the address of a letter is counted once its text was taken. */
const answerTo = (command: string, session: { to: string }): string => {
  switch (command.slice(0, 4).toUpperCase()) {
    case 'EHLO':
      return '250-sink.example\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n'
    case 'RCPT':
      session.to = command.slice(command.indexOf('<') + 1, command.lastIndexOf('>'))
      return '250 2.1.5 OK\r\n'
    case 'DATA':
      return '354 End data with <CR><LF>.<CR><LF>\r\n'
    case 'QUIT':
      return '221 2.0.0 Bye\r\n'
    case 'MAIL':
    case 'RSET':
    case 'NOOP':
      return '250 2.0.0 OK\r\n'
    default:
      return '500 5.5.2 Unknown\r\n'
  }
}

const serve = (socket: Socket): void => {
  const session = { to: '' }
  let rest = ''
  let isText = false
  socket.setNoDelay(true)

  socket.on('error', () => {})
  socket.write('220 sink.example ESMTP\r\n')
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1')
    let answers = ''
    for (;;) {
      const end = isText ? endOfText : '\r\n'
      const at = rest.indexOf(end)
      if (at === -1) break
      if (isText) {
        letters += 1
        addresses.add(session.to)
        answers += '250 2.0.0 OK: taken\r\n'
        isText = false
      } else {
        const command = rest.slice(0, at)
        answers += answerTo(command, session)
        isText = /^DATA/i.test(command)
      }
      rest = rest.slice(at + end.length)
    }
    if (answers !== '') socket.write(answers, 'latin1')
  })
}

const listening = createServer(serve).listen(0, '127.0.0.1', () => {
  const place = listening.address()
  process.send?.({ port: typeof place === 'object' && place ? place.port : 0 })
})

process.on('message', (ask: AskSink) => {
  if (ask === 'close') process.exit(0)
  if (ask === 'begin') {
    letters = 0
    addresses.clear()
  }
  process.send?.({ letters, addresses: addresses.size } satisfies Taken)
})
process.on('disconnect', () => process.exit(0))
