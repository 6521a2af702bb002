// The mail server of letters.ts, in a process of its own: it takes every letter and throws it away.
import { SMTPServer } from 'smtp-server'

/** What it has taken since it was last asked to begin anew. */
export interface Taken {
  readonly letters: number
  /** Addresses that it took a letter for. */
  readonly addresses: number
}
export type AskSink = 'begin' | 'taken' | 'close'

let letters = 0
const addresses = new Set<string>()

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData: (stream, { envelope }, done) => {
    stream.on('error', () => {})
    stream.on('end', () => {
      letters += 1
      for (const { address } of envelope.rcptTo) addresses.add(address)
      done()
    })
    stream.resume()
  },
})
server.on('error', () => {})
const listening = server.listen(0, '127.0.0.1')
listening.on('listening', () => {
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
