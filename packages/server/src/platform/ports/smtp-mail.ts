import { domainToASCII } from 'node:url'
import { guarded } from '../guarded.ts'
import type { Log } from '../log/log.ts'
import type { MailLetter, MailTransport, SendOutcome } from './mail.ts'
import { MimeError, mimeLetter } from './mime-letter.ts'
import {
  openSmtpConnection,
  SmtpAwayError,
  type SmtpConnection,
  type SmtpJob,
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
  readonly log: Pick<Log, 'error'>
}

const lettersPerConnection = 500
const defaultSilentMs = 20_000
/** In how many times the longest silence a letter's text is written; it has its answer in as many more. */
const textSilences = 2.5

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

/** A letter that waits for a connection. */
interface PoolJob extends SmtpJob {
  /** It waits no longer for one, by `performance.now()`. */
  readonly waitsUntilMs: number
  /** No connection takes it. */
  readonly fail: (error: unknown) => void
}

/** A few connections that stay open; each takes letters as long as any wait. */
const createSmtpPool = (open: () => Promise<SmtpConnection>, most: number, log: Pick<Log, 'error'>) => {
  const idle: SmtpConnection[] = []
  const waiting: PoolJob[] = []
  let atWork = 0
  let isClosed = false

  const nextJob = (): PoolJob | undefined => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      if (performance.now() <= job.waitsUntilMs) return job
      job.fail(new SmtpAwayError('the mail server is too slow'))
    }
    return undefined
  }
  const idleConnection = (): SmtpConnection | undefined => {
    for (let connection = idle.pop(); connection; connection = idle.pop()) if (connection.isOpen()) return connection
    return undefined
  }

  const work = async (job: PoolJob): Promise<void> => {
    atWork += 1
    try {
      const connection = idleConnection() ?? (await open())
      const isWorn = () => isClosed || connection.letters() >= lettersPerConnection
      await connection.work(job, () => (isWorn() ? undefined : nextJob()))
      if (isWorn()) connection.close()
      else if (connection.isOpen()) idle.push(connection)
    } catch (error) {
      job.fail(error)
    }
    atWork -= 1
    const next = nextJob()
    if (next) begin(next)
  }
  const begin = guarded(log, 'letters are not handed over', work, (error, job) => job.fail(error))

  return {
    take: (job: PoolJob): void => {
      if (isClosed) job.fail(new SmtpAwayError('letters are no longer sent'))
      else if (atWork < most) begin(job)
      else waiting.push(job)
    },

    /** Letters under way come to their end. */
    close: (): void => {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
      for (const job of waiting.splice(0)) job.fail(new SmtpAwayError('letters are no longer sent'))
    },
  }
}

/** Hands letters to an SMTP server, over a few connections that stay open. Throws where the URL or the address is none. */
export const smtpMail = (settings: SmtpSettings): MailTransport => {
  const { from, log, silentMs = defaultSilentMs } = settings
  const server = readSmtpUrl(settings.url)
  const concurrency = settings.connections ?? server.lettersAtOnce
  if (!isAscii(from) || /[<>]/.test(from)) throw new Error('letters can’t come from such an address')
  const domain = from.split('@').at(-1) ?? 'localhost'
  const pool = createSmtpPool(
    () => openSmtpConnection(server, { silentMs, log }),
    settings.connections ?? server.connections,
    log,
  )

  const send = async (message: SmtpMessage): Promise<SmtpResult> => {
    const beganMs = performance.now()
    for (;;) {
      const result = await new Promise<SmtpResult>((done, fail) => {
        const waitsUntilMs = beganMs + silentMs
        pool.take({ message, waitsUntilMs, textByMs: beganMs + silentMs * textSilences, done, fail })
      })
      // Servers close connections that were idle or have served enough: that is no letter's fault, and none of it is gone.
      if (result.kind !== 'cut' || result.isFirst || performance.now() > beganMs + silentMs) return result
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
