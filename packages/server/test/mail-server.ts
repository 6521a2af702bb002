import { once } from 'node:events'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'
import { freePort } from './free-port.ts'

/** How a mail server meets a letter. */
export type MailAnswer =
  | { readonly kind: 'take'; readonly afterMs?: number }
  /** Refused with that code where the letter is then; `message`: after its text was taken. */
  | { readonly kind: 'refuse'; readonly at: 'connect' | 'mail' | 'recipient' | 'message'; readonly code: number }
  /** The connection is cut while the text is on its way. */
  | { readonly kind: 'cut' }

export interface ReceivedMail {
  /** Of the envelope. */
  readonly to: readonly string[]
  /** As it came over the wire, in UTF-8. */
  readonly message: string
}

/**
 * A real mail server on a free port, which answers as it is asked to: by the address that a letter goes to and how often it
 * was tried, with an empty address as long as none was named. Ends after the last test of the file.
 */
export const sharedMailServer = async () => {
  let answerTo: (address: string, tries: number) => MailAnswer = () => ({ kind: 'take' })
  const received: ReceivedMail[] = []
  const tries = new Map<string, number>()
  const sockets = new Map<number, Socket>()
  const refusedAt = (answer: MailAnswer, stage: string): Error | null =>
    answer.kind === 'refuse' && answer.at === stage
      ? Object.assign(new Error(`not at ${stage}`), { responseCode: answer.code })
      : null
  const endConnections = (): void => {
    for (const socket of sockets.values()) socket.destroy()
    sockets.clear()
  }
  const answerNow = (address: string): MailAnswer => answerTo(address, tries.get(address) ?? 1)

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => done(refusedAt(answerTo('', 0), 'connect')),
    onMailFrom: (_address, _session, done) => done(refusedAt(answerTo('', 0), 'mail')),
    onRcptTo: ({ address }, _session, done) => {
      tries.set(address, (tries.get(address) ?? 0) + 1)
      done(refusedAt(answerNow(address), 'recipient'))
    },
    onData: (stream, { envelope, remotePort }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address)
      const answer = answerNow(to[0] ?? '')
      if (answer.kind === 'cut') {
        stream.once('data', () => sockets.get(remotePort)?.destroy())
        stream.on('error', () => {})
        return
      }
      const take = async (): Promise<void> => {
        const message = (await buffer(stream)).toString()
        const error = refusedAt(answer, 'message')
        if (error) return done(error)
        if (answer.kind === 'take') await sleep(answer.afterMs ?? 0)
        received.push({ to, message })
        done()
      }
      // A client that left has got no answer and awaits none.
      take().catch(() => {})
    },
  })
  server.on('error', () => {})
  const port = await freePort()
  const listening = server.listen(port, '127.0.0.1')
  listening.on('connection', (socket: Socket) => {
    if (socket.remotePort !== undefined) sockets.set(socket.remotePort, socket)
  })
  await once(listening, 'listening')
  afterAll(async () => {
    endConnections()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    receivedBy: (address: string): readonly ReceivedMail[] => received.filter(({ to }) => to.includes(address)),
    /** Nobody listens at its port any more, until `start`. */
    stop: async (): Promise<void> => {
      const closed = once(listening, 'close')
      listening.close()
      endConnections()
      await closed
    },
    start: async (): Promise<void> => {
      await once(listening.listen(port, '127.0.0.1'), 'listening')
    },
    /** From now on, and for who connects anew: connections that are open end. */
    answer: (next: typeof answerTo): void => {
      answerTo = next
      endConnections()
    },
  }
}

/** The fields of a message's head in their order, unfolded. */
export const headFields = (message: string): readonly (readonly [name: string, value: string])[] => {
  const head = message.slice(0, message.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return head.split('\r\n').map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
  })
}

const decodedWord = (encoding: string, text: string): string => {
  if (encoding.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString()
  const bytes = text
    .replaceAll('_', ' ')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** A field as people read it: its encoded words, each of which is text by itself, are decoded and joined. */
export const decodedField = (value: string): string =>
  value
    .replace(/\?= +=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, encoding: string, text: string) => decodedWord(encoding, text))
