import { domainToASCII } from 'node:url'
import type { MailLetter, MailTransport, SendOutcome } from './mail.ts'
import { MimeError, mimeLetter } from './mime-letter.ts'
import {
  openSmtpConnection,
  SmtpAwayError,
  type SmtpConnection,
  type SmtpMessage,
  type SmtpResult,
} from './smtp-connection.ts'
import { readSmtpUrl } from './smtp-url.ts'

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://…:465 (SMTP_URL). */
  readonly url: string
  /** The address letters come from; each letter brings the name before it. */
  readonly from: string
  /** Connections at once, and letters; what the URL says by default, else 10: thousands of letters a minute. */
  readonly connections?: number
  /** How long a server may be silent, 20,000 by default. */
  readonly silentMs?: number
}

const lettersPerConnection = 500
const defaultSilentMs = 20_000

/** One address in ASCII that no command of SMTP and no header reads as anything else. */
const envelopeAddress = /^[^@\s<>()[\]\\,;:"]+@[^@\s<>()[\]\\,;:"]+$/
const isAscii = (text: string): boolean => /^[!-~]+$/.test(text)

/** The address as it stands in the envelope; undefined: no mail server may be told it. */
const addressOf = (to: string): string | undefined => {
  if (to.length > 254 || !envelopeAddress.test(to)) return undefined
  if (isAscii(to)) return to
  const at = to.indexOf('@')
  const domain = domainToASCII(to.slice(at + 1))
  const address = `${to.slice(0, at)}@${domain}`
  return domain !== '' && isAscii(address) ? address : undefined
}

/** What the server said, in one line of characters that a database keeps, without the addresses it repeats. */
const reasonOf = (said: string): string =>
  said
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 300)

const refused = (reason: string, permanent = false): SendOutcome => ({
  outcome: 'refused',
  reason,
  permanent,
  isAway: false,
})

/** Throws the error when the server may have the letter. */
const outcomeOf = (result: SmtpResult, reference: string): SendOutcome => {
  switch (result.kind) {
    case 'taken':
      return { outcome: 'handed', reference }
    case 'refused':
      return refused(reasonOf(result.reply.text), result.reply.code >= 500)
    case 'unfit':
      return refused(result.reason, true)
    case 'cut':
      return refused(result.reply ? reasonOf(result.reply.text) : result.error.message)
    case 'unknown':
      throw result.error
  }
}

/** Connections that are lent to one letter at a time; who comes when all are lent waits for the next, and not for long. */
const createSmtpPool = (
  open: () => Promise<SmtpConnection>,
  { most, waitMs }: { readonly most: number; readonly waitMs: number },
) => {
  const idle: SmtpConnection[] = []
  const waiting: ((connection: SmtpConnection | undefined) => void)[] = []
  let lent = 0
  let isClosed = false

  /** Undefined: one may be opened. */
  const next = (): SmtpConnection | undefined => {
    for (let connection = idle.pop(); connection; connection = idle.pop()) if (connection.isOpen()) return connection
    return undefined
  }

  return {
    /** Rejects where none can be opened. Each that is lent, and each that could not be opened, is given back. */
    lend: async (): Promise<SmtpConnection> => {
      const lastMs = performance.now() + waitMs
      const held =
        lent < most
          ? ((lent += 1), next())
          : await new Promise<SmtpConnection | undefined>((resolve) => {
              waiting.push(resolve)
            })
      if (isClosed || performance.now() > lastMs) {
        if (held) idle.push(held)
        throw new SmtpAwayError(isClosed ? 'letters are no longer sent' : 'the mail server is too slow')
      }
      return held ?? open()
    },

    giveBack: (connection?: SmtpConnection): void => {
      const isGood = connection?.isOpen() === true && !isClosed && connection.letters() < lettersPerConnection
      if (connection && !isGood) connection.close()
      const waits = waiting.shift()
      if (waits) return waits(isGood ? connection : undefined)
      lent -= 1
      if (isGood) idle.push(connection)
    },

    close: (): void => {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
      for (const waits of waiting.splice(0)) waits(undefined)
    },
  }
}

/** Hands letters to an SMTP server, over a few connections that stay open. Throws where the URL or the address is none. */
export const smtpMail = (settings: SmtpSettings): MailTransport => {
  const { from, silentMs = defaultSilentMs } = settings
  const server = readSmtpUrl(settings.url)
  const concurrency = settings.connections ?? server.lettersAtOnce
  if (!isAscii(from) || /[<>]/.test(from)) throw new Error('letters can’t come from such an address')
  const domain = from.split('@').at(-1) ?? 'localhost'
  const pool = createSmtpPool(() => openSmtpConnection(server, { silentMs }), {
    most: settings.connections ?? server.connections,
    waitMs: silentMs,
  })

  /** How the letter fared, and whether its connection had served others before. */
  const sendOnce = async (message: SmtpMessage): Promise<{ result: SmtpResult; isFirst: boolean }> => {
    let connection: SmtpConnection | undefined
    try {
      connection = await pool.lend()
      const isFirst = connection.letters() === 0
      return { result: await connection.send(message), isFirst }
    } finally {
      pool.giveBack(connection)
    }
  }

  const send = async (message: SmtpMessage): Promise<SmtpResult> => {
    const lastTryMs = performance.now() + silentMs
    for (;;) {
      const { result, isFirst } = await sendOnce(message)
      // Servers close connections that have been idle or have served enough: that is no letter's fault, and none of it is gone.
      if (result.kind !== 'cut' || isFirst || performance.now() > lastTryMs) return result
    }
  }

  return {
    name: 'smtp',
    concurrency,
    send: async (letter: MailLetter) => {
      const to = addressOf(letter.to)
      if (to === undefined) return refused('no address that a mail server takes', true)
      const messageId = `${letter.id.replace(/[^\w.-]/g, '')}@${domain}`
      try {
        const text = mimeLetter({ ...letter, to }, { from, messageId, date: new Date() })
        return outcomeOf(await send({ from, to, text }), `<${messageId}>`)
      } catch (error) {
        if (error instanceof MimeError) return refused(error.message, true)
        if (!(error instanceof SmtpAwayError)) throw error
        return { outcome: 'refused', reason: reasonOf(error.message), permanent: false, isAway: true }
      }
    },
    close: async () => pool.close(),
  }
}
