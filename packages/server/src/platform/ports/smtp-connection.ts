import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { SmtpServer } from './smtp-url.ts'
import { guarded } from '../guarded.ts'
import { createSmtpWire, leavingCode, type SmtpReply, type SmtpWire, type SmtpWireOptions } from './smtp-wire.ts'

/** A letter as SMTP takes it: whom it is from and for, and its text with lines that end in CRLF. */
export interface SmtpMessage {
  readonly from: string
  readonly to: string
  readonly text: string
}

/** How a letter fared. */
export type SmtpResult =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly reply: SmtpReply }
  /** The server can't take such a letter, by what it said of itself. */
  | { readonly kind: 'unfit'; readonly reason: string }
  /**
   * The connection ended before any of the text was written: the server surely has not got it. `reply`: it says so.
   * `isFirst`: no letter went over that connection before.
   */
  | { readonly kind: 'cut'; readonly error: Error; readonly reply?: SmtpReply | undefined; readonly isFirst: boolean }
  /** It ended after the text was written, and no answer came: nobody can say. */
  | { readonly kind: 'unknown'; readonly error: Error }

/** A letter that waits to be sent. */
export interface SmtpJob {
  readonly message: SmtpMessage
  /** Its text is not written later than that, by `performance.now()`. */
  readonly textByMs: number
  readonly done: (result: SmtpResult) => void
}

export interface SmtpConnection {
  /** Sends a letter, and then those that `next` has, until there is none or the connection has ended. Never rejects. */
  readonly work: (first: SmtpJob, next: () => SmtpJob | undefined) => Promise<void>
  readonly isOpen: () => boolean
  /** Letters that went over it. */
  readonly letters: () => number
  readonly close: () => void
}

/** Why no letter can be sent: the server is not there, or lets nobody in. `reply`: what it said. */
export class SmtpAwayError extends Error {
  readonly reply: SmtpReply | undefined
  constructor(message: string, reply?: SmtpReply) {
    super(message)
    this.name = 'SmtpAwayError'
    this.reply = reply
  }
}

/** In how many times the longest silence all is said that comes before the first letter, and all of one letter. */
const setUpSilences = 1.5
const letterSilences = 2.5
/** How long one address of several is tried. */
const addressTryMs = 1_000

const isFine = ({ code }: SmtpReply): boolean => code < 300
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const why = (error: Error | undefined): string =>
  error?.message || (error && 'code' in error && typeof error.code === 'string' ? error.code : 'no connection')

/** What a server says it can, by the first word of each line. */
const readExtensions = (reply: SmtpReply): ReadonlyMap<string, string> =>
  new Map(
    reply.text
      .split('\n')
      .slice(1)
      .map((line) => {
        const [, name = '', value = ''] = /^(\S+?)(?:[ =](.*))?$/.exec(line.slice(4).trim()) ?? []
        return [name.toUpperCase(), value] as const
      }),
  )

/** Asks and wants a yes; throws what was said instead. */
const demand = async (wire: SmtpWire, command: string): Promise<SmtpReply> => {
  const [reply] = await wire.ask(`${command}\r\n`, 1)
  // The command stands in no error: it may be a password.
  if (!reply) throw new SmtpAwayError(why(wire.problem()))
  if (reply.code >= 400) throw new SmtpAwayError(reply.text, reply)
  return reply
}

const greet = async (wire: SmtpWire, name: string): Promise<ReadonlyMap<string, string>> => {
  const [hello] = await wire.ask(`EHLO ${name}\r\n`, 1)
  if (hello && isFine(hello)) return readExtensions(hello)
  if (hello?.code === leavingCode) throw new SmtpAwayError(hello.text, hello)
  await demand(wire, `HELO ${name}`)
  return new Map()
}

const logIn = async (wire: SmtpWire, login: NonNullable<SmtpServer['login']>, methods: string): Promise<void> => {
  const offered = methods.toUpperCase().split(/[ =]+/)
  const isByLogin = offered.includes('LOGIN') && !offered.includes('PLAIN')
  const steps = isByLogin
    ? ['AUTH LOGIN', base64(login.user), base64(login.password)]
    : [`AUTH PLAIN ${base64(`\0${login.user}\0${login.password}`)}`]
  let reply: SmtpReply | undefined
  for (const [at, step] of steps.entries()) {
    reply = await demand(wire, step)
    if (at < steps.length - 1 && reply.code !== 334) throw new SmtpAwayError('the mail server lets nobody log in')
  }
  if (!reply || !isFine(reply)) throw new SmtpAwayError('the mail server lets nobody log in')
}

const setUp = async (wire: SmtpWire, server: SmtpServer): Promise<ReadonlyMap<string, string>> => {
  const [greeting] = await wire.expect(1)
  if (!greeting) throw new SmtpAwayError(why(wire.problem()))
  if (greeting.code !== 220) throw new SmtpAwayError(greeting.text, greeting)
  let extensions = await greet(wire, server.name)
  if (!server.isTlsFromStart && server.startTls !== 'never') {
    if (extensions.has('STARTTLS')) {
      await demand(wire, 'STARTTLS')
      await wire.startTls(server.tls)
      if (wire.problem()) throw new SmtpAwayError(why(wire.problem()))
      // What was said without TLS holds no longer.
      extensions = await greet(wire, server.name)
    } else if (server.startTls === 'always') throw new SmtpAwayError('the mail server offers no TLS')
  }
  const methods = extensions.get('AUTH')
  if (server.login && methods !== undefined) await logIn(wire, server.login, methods)
  return extensions
}

/** Lines that begin with a dot have two, for one alone ends the text (RFC 5321, 4.5.2). */
const withEnd = (text: string): string => {
  const stuffed = text.startsWith('.') || text.includes('\n.') ? text.replace(/^\./gm, '..') : text
  return stuffed.endsWith('\r\n') ? `${stuffed}.\r\n` : `${stuffed}\r\n.\r\n`
}

/** What each command of an envelope is answered with when all is well: the first digit. */
interface Step {
  readonly command: string
  readonly wanted: 2 | 3
}

interface Envelope {
  readonly job: SmtpJob
  readonly steps: readonly Step[]
  readonly isFirst: boolean
}

const isAsWanted = (reply: SmtpReply | undefined, wanted: 2 | 3): boolean =>
  reply !== undefined && Math.floor(reply.code / 100) === wanted
const textOf = (steps: readonly Step[]): string => steps.map(({ command }) => `${command}\r\n`).join('')

/** Connects, and logs in where the server asks for it. Rejects with `SmtpAwayError`. */
export const openSmtpConnection = async (server: SmtpServer, options: SmtpWireOptions): Promise<SmtpConnection> => {
  const { silentMs, log } = options
  const place = { host: server.host, port: server.port, autoSelectFamilyAttemptTimeout: addressTryMs }
  const socket = server.isTlsFromStart ? connectTls({ ...place, ...server.tls }) : connect(place)
  const wire = createSmtpWire(socket, options)
  let isAtWork = true
  const giveUp = guarded(log, 'a slow mail server was not given up', () => {
    if (isAtWork) wire.end(new Error('the mail server is too slow'))
  })
  const late = setTimeout(giveUp, silentMs * setUpSilences)
  const extensions = await setUp(wire, server)
    .catch((error: unknown) => {
      wire.end(new Error('no letter can be sent'))
      throw error
    })
    .finally(() => clearTimeout(late))

  const isPipelining = extensions.has('PIPELINING')
  const largest = Number(extensions.get('SIZE')) || Number.POSITIVE_INFINITY
  let letters = 0
  let isToReset = false
  isAtWork = false
  const tooLong = setTimeout(giveUp, silentMs * letterSilences).unref()
  const ending = (): Error => wire.problem() ?? new Error('the mail server closed the connection')

  /** The first of these letters that the server may take at all. */
  const fitting = (first: SmtpJob | undefined, next: () => SmtpJob | undefined): SmtpJob | undefined => {
    let job = first
    for (; job && job.message.text.length > largest; job = next())
      job.done({ kind: 'unfit', reason: `larger than the ${largest} bytes the mail server takes` })
    return job
  }

  const envelopeOf = (job: SmtpJob): Envelope => {
    const steps: Step[] = [
      ...(isToReset ? [{ command: 'RSET', wanted: 2 as const }] : []),
      { command: `MAIL FROM:<${job.message.from}>`, wanted: 2 },
      { command: `RCPT TO:<${job.message.to}>`, wanted: 2 },
      { command: 'DATA', wanted: 3 },
    ]
    isToReset = false
    letters += 1
    return { job, steps, isFirst: letters === 1 }
  }

  const askAll = async ({ steps }: Envelope): Promise<readonly SmtpReply[]> => {
    if (isPipelining) return wire.ask(textOf(steps), steps.length)
    const replies: SmtpReply[] = []
    for (const { command, wanted } of steps) {
      const [reply] = await wire.ask(`${command}\r\n`, 1)
      if (reply) replies.push(reply)
      if (!reply || !isAsWanted(reply, wanted)) break
    }
    return replies
  }

  /** Undefined: the text is wanted. */
  const refusalOf = ({ steps, job, isFirst }: Envelope, replies: readonly SmtpReply[]): SmtpResult | undefined => {
    const wrong = steps.findIndex(({ wanted }, at) => !isAsWanted(replies[at], wanted))
    if (wrong === -1) {
      if (performance.now() > job.textByMs) wire.end(new Error('the mail server is too slow'))
      return wire.canAsk() ? undefined : { kind: 'cut', error: ending(), isFirst }
    }
    const reply = replies[wrong]
    // A server that waits for a text all the same gets none: it would take it for a letter to nobody, or for this one.
    if (replies.length === steps.length && isAsWanted(replies.at(-1), 3))
      wire.end(new Error('the mail server wants the text of a letter that it refused'))
    if (!reply || reply.code === leavingCode) return { kind: 'cut', error: ending(), reply, isFirst }
    if (reply.code < 400 || steps[wrong]?.command === 'RSET') {
      const error = new Error(`the mail server gives a wrong answer: ${reply.code}`)
      wire.end(error)
      return { kind: 'cut', error, isFirst }
    }
    isToReset = true
    return { kind: 'refused', reply }
  }

  const resultOf = (verdict: SmtpReply | undefined): SmtpResult => {
    if (verdict && isAsWanted(verdict, 2)) return { kind: 'taken' }
    if (verdict && verdict.code >= 400) return { kind: 'refused', reply: verdict }
    wire.end(new Error('the mail server gives no answer to a letter'))
    return { kind: 'unknown', error: ending() }
  }

  const work = async (first: SmtpJob, next: () => SmtpJob | undefined): Promise<void> => {
    const nextFitting = () => (wire.problem() ? undefined : fitting(next(), next))
    let job = fitting(first, next)
    while (job) {
      let envelope: Envelope | undefined = envelopeOf(job)
      let asked = askAll(envelope)
      job = undefined
      while (envelope) {
        tooLong.refresh()
        const { done, message }: SmtpJob = envelope.job
        const refusal = refusalOf(envelope, await asked)
        if (refusal) {
          done(refusal)
          break
        }
        // The text may be the first of what goes in one write, and the next letter's envelope the rest (RFC 2920, 3.1):
        // answers come in order, so that each letter has its own.
        const ahead = isPipelining ? nextFitting() : undefined
        envelope = ahead && envelopeOf(ahead)
        const text = envelope ? withEnd(message.text) + textOf(envelope.steps) : withEnd(message.text)
        const verdict = wire.ask(text, 1)
        if (envelope) asked = wire.expect(envelope.steps.length)
        done(resultOf((await verdict)[0]))
      }
      job = nextFitting()
    }
  }

  return {
    isOpen: () => wire.problem() === undefined,
    letters: () => letters,
    work: async (first, next) => {
      isAtWork = true
      await work(first, next)
      isAtWork = false
    },
    close: () => {
      clearTimeout(tooLong)
      wire.end(new Error('closed'), 'say goodbye')
    },
  }
}
