import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'

/** A part of a message as its person reads it. */
const decoded = (part: string): string => {
  const end = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, end), part.slice(end + 4)]
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** The plain text of a message that has more parts than one. */
const textOf = (message: string): string => {
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1] ?? ''
  const plain = message.split(`--${boundary}`).find((part) => /^content-type: text\/plain/im.test(part))
  return decoded((plain ?? '').trimStart())
}

/** What a header says, its lines joined; empty: the message has none of that name. */
const headerOf = (message: string, name: string): string => {
  const head = message.slice(0, message.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
}

/** A mail server that keeps what it is handed: what the log of a firm doesn't show is read here. */
export const startMailBox = async () => {
  const letters: { readonly to: readonly string[]; readonly text: string; readonly unsubscribe: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      void buffer(stream).then((bytes) => {
        const message = bytes.toString()
        const to = envelope.rcptTo.map(({ address }) => address)
        letters.push({ to, text: textOf(message), unsubscribe: headerOf(message, 'List-Unsubscribe') })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const lettersTo = (email: string) => letters.filter(({ to }) => to.includes(email)).map(({ text }) => text)
  return {
    url: `smtp://127.0.0.1:${port}`,
    lettersTo,
    /** The links by which mail programs offer to unsubscribe, of the letters to an address that have one. */
    unsubscribeLinksTo: (email: string): string[] =>
      letters.flatMap(({ to, unsubscribe }) => (to.includes(email) ? (/<(.+?)>/.exec(unsubscribe)?.[1] ?? []) : [])),
    /** Waits for a letter to an address that says this. */
    letterTo: async (email: string, words: string): Promise<string> => {
      const found = () => lettersTo(email).find((text) => text.includes(words))
      await expect.poll(found, { timeout: 60_000, interval: 200 }).toBeDefined()
      return found() ?? ''
    },
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
