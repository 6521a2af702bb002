import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { MailLetter, MailTransport, SendOutcome } from './mail.ts'

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://…:465 (SMTP_URL). */
  readonly url: string
  /** The address letters come from; each letter brings the name before it. */
  readonly from: string
  /** Connections at once, 10 by default: as many letters are in flight, thousands a minute. */
  readonly connections?: number
  /** How long a server may be silent, 20,000 by default; within a letter a fifth longer. */
  readonly silentMs?: number
}

const lettersPerConnection = 500
const defaultConnections = 10
const defaultSilentMs = 20_000
/** Where nothing of a letter was said yet: what a server refuses there, it refuses for all. */
const beforeLetters: ReadonlySet<unknown> = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS'])

/** What a connection failed of that was never made; one that broke later may have met a letter that broke it. */
const neverConnected: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'])
const isUnconnected = (error: Error): boolean => {
  const code: unknown = Reflect.get(error, 'code')
  if (code === 'EDNS' || code === 'ETLS') return true
  if (code === 'ETIMEDOUT') return Reflect.get(error, 'timeoutType') !== 'SOCKET_TIMEOUT'
  return neverConnected.has(Reflect.get(error, 'originalCode'))
}

const numberAt = (error: Error, name: string): number | undefined => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'number' ? value : undefined
}

// What the server said, without the addresses it repeats.
const errorTextOf = (error: Error): string => {
  const response: unknown = Reflect.get(error, 'response')
  const said = typeof response === 'string' ? response : error.message
  return said.replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…').slice(0, 300)
}

/** A header's value can't start a second header. */
const oneLine = (value: string): string => value.replace(/[\r\n]+/g, ' ')

/** Hands letters to an SMTP server, over a few connections that stay open. */
export const smtpMail = (settings: SmtpSettings): MailTransport => {
  const concurrency = settings.connections ?? defaultConnections
  const silentMs = settings.silentMs ?? defaultSilentMs
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: concurrency,
    maxMessages: lettersPerConnection,
    connectionTimeout: silentMs,
    greetingTimeout: silentMs,
    // A little later than the greeting's: which of the two it was says whether a letter had its turn.
    socketTimeout: Math.ceil(silentMs * 1.2),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = settings.from.split('@').at(-1) ?? 'localhost'

  // The bodies on their way, by Message-ID: one that was never read from was never handed over.
  const bodies = new Map<string, Readable[]>()
  transport.use('stream', (mail, done) => {
    const message = mail.message
    const make = message.createReadStream.bind(message)
    message.createReadStream = (...args: Parameters<typeof make>) => {
      const body = make(...args)
      bodies.get(message.messageId())?.push(body)
      return body
    }
    done()
  })

  /** Throws the error when the server may have the letter. */
  const outcomeOf = (error: unknown, begun: readonly Readable[]): SendOutcome => {
    if (!(error instanceof Error)) throw error
    const code = numberAt(error, 'responseCode')
    if (code !== undefined && code >= 400) {
      // A wrong password, or a server that takes nothing at all, is no error of the letter.
      const isAway = Reflect.get(error, 'code') === 'EAUTH' || beforeLetters.has(Reflect.get(error, 'command'))
      return { outcome: 'refused', reason: errorTextOf(error), permanent: code >= 500 && !isAway, isAway }
    }
    if (begun.some((body) => body.readableDidRead)) throw error
    const permanent = Reflect.get(error, 'code') === 'EENVELOPE'
    return { outcome: 'refused', reason: errorTextOf(error), permanent, isAway: isUnconnected(error) }
  }

  return {
    name: 'smtp',
    concurrency,
    send: async (letter: MailLetter) => {
      const messageId = `<${letter.id.replace(/[^\w.-]/g, '')}@${domain}>`
      const begun: Readable[] = []
      bodies.set(messageId, begun)
      try {
        const sent = await transport.sendMail({
          messageId,
          from: { name: oneLine(letter.fromName), address: settings.from },
          to: { name: '', address: letter.to },
          subject: oneLine(letter.subject),
          html: letter.html,
          text: letter.text,
          headers: { ...letter.headers },
          attachments: (letter.attachments ?? []).map((file) => ({
            filename: file.fileName,
            contentType: file.contentType,
            content: typeof file.content === 'string' ? file.content : Buffer.from(file.content),
          })),
        })
        return { outcome: 'handed', reference: sent.messageId }
      } catch (error) {
        return outcomeOf(error, begun)
      } finally {
        bodies.delete(messageId)
      }
    },
    close: async () => transport.close(),
  }
}
