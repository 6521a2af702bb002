import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import type { Log } from '../log/log.ts'

/** What a server answers to one command. */
export interface SmtpReply {
  readonly code: number
  /** All of it as it was said, the code before each line. */
  readonly text: string
}

/** An answer that is longer is none: RFC 5321 has lines of 512 bytes, and servers greet with a page at most. */
const longestReply = 64 * 1024
const closeAfterMs = 1_000
/** The server is about to leave (RFC 5321, 4.2). */
export const leavingCode = 421

export interface SmtpWireOptions {
  /** How long the server may be silent. */
  readonly silentMs: number
  readonly log: Pick<Log, 'error'>
}

interface Waiting {
  readonly count: number
  readonly replies: SmtpReply[]
  readonly resolve: (replies: readonly SmtpReply[]) => void
}

/**
 * Commands and answers over one socket, which may become a TLS socket on its way. Nothing here throws or rejects: who waits
 * when the connection ends gets the answers that have come, and `problem` says why there are no more.
 */
export const createSmtpWire = (plain: Socket, { silentMs, log }: SmtpWireOptions) => {
  let socket = plain
  let rest = ''
  let lines: string[] = []
  const waiting: Waiting[] = []
  let problem: Error | undefined

  const end = (why: Error, how: 'destroy' | 'say goodbye' = 'destroy'): void => {
    if (problem) return
    problem = why
    if (how === 'destroy') socket.destroy()
    else {
      const held = socket
      held.end('QUIT\r\n')
      // A server that does not close its side would else keep the socket.
      setTimeout(() => held.destroy(), closeAfterMs).unref()
    }
    for (const { resolve, replies } of waiting.splice(0)) resolve(replies)
  }

  const take = (reply: SmtpReply): void => {
    const [first] = waiting
    if (!first) return end(new Error(`the mail server says what nobody asked: ${reply.code}`))
    first.replies.push(reply)
    if (reply.code === leavingCode) return end(new Error('the mail server leaves'))
    if (first.replies.length < first.count) return
    waiting.shift()
    first.resolve(first.replies)
  }

  const read = (chunk: Buffer): void => {
    // One character a byte, so that no character is cut in two.
    const text = rest + chunk.toString('latin1')
    let from = 0
    for (let at = text.indexOf('\n'); at !== -1 && !problem; at = text.indexOf('\n', from)) {
      const line = text.slice(from, text[at - 1] === '\r' ? at - 1 : at)
      from = at + 1
      if (!/^[2-5]\d\d(?:[ -]|$)/.test(line)) return end(new Error('the mail server gives no answer of SMTP'))
      if (line[3] === '-') lines.push(line)
      else {
        const said = lines.length === 0 ? line : [...lines, line].join('\n')
        const code = Number(line.slice(0, 3))
        lines = []
        // People read what goes wrong alone.
        take({ code, text: code < 400 ? said : Buffer.from(said, 'latin1').toString() })
      }
    }
    rest = text.slice(from)
    const unfinished = lines.length === 0 ? 0 : lines.reduce((sum, line) => sum + line.length, 0)
    if (unfinished + rest.length > longestReply) end(new Error('the mail server’s answer has no end'))
  }

  const unread = 'what a mail server said could not be read'
  // A fault of ours in them ends this connection, and no more.
  const giveUp = (): void => end(new Error(unread))
  const onData = guarded(log, unread, read, giveUp)
  const onError = guarded(log, unread, (error: Error) => end(error), giveUp)
  const onEnd = guarded(log, unread, () => end(new Error('the mail server closed the connection')), giveUp)
  const silent = (): void =>
    // Who is asked nothing may be silent; its connection is given up all the same.
    end(new Error(`the mail server was silent for ${silentMs} ms`), waiting.length > 0 ? 'destroy' : 'say goodbye')
  const onTimeout = guarded(log, unread, silent, giveUp)

  const listen = (to: Socket): void => {
    to.on('data', onData)
    to.on('error', onError)
    to.on('close', onEnd)
    to.on('end', onEnd)
    to.on('timeout', onTimeout)
    to.setTimeout(silentMs)
    to.setNoDelay(true)
  }
  listen(socket)

  const expect = (count: number): Promise<readonly SmtpReply[]> =>
    new Promise((resolve) => {
      if (problem) resolve([])
      else waiting.push({ count, replies: [], resolve })
    })

  /** Whether a question has a connection to go over. What stands there before it would pass for its answer. */
  const canAsk = (): boolean => {
    if (rest !== '' || lines.length > 0) end(new Error('the mail server says what nobody asked'))
    return problem === undefined
  }

  return {
    /** Why nothing more can be said. */
    problem: (): Error | undefined => problem,

    /** Answers that come after all that are awaited: the greeting, and those to the last part of what was asked. */
    expect,

    canAsk,

    /**
     * Writes ASCII that asks for so many answers; fewer come where the connection ends, and nothing is written where it has
     * ended. Nothing else is awaited then.
     */
    ask: (text: string, count: number): Promise<readonly SmtpReply[]> => {
      if (!canAsk()) return Promise.resolve([])
      const replies = expect(count)
      socket.write(text, 'latin1')
      return replies
    },

    /** Goes on in TLS. Whatever was said without it and not read is no word of the server (RFC 3207, 6). */
    startTls: (options: ConnectionOptions): Promise<void> =>
      new Promise((resolve) => {
        if (!canAsk()) return resolve()
        plain.off('data', onData).off('end', onEnd).off('close', onEnd).off('timeout', onTimeout)
        plain.setTimeout(0)
        const secure = connectTls({ ...options, socket: plain })
        socket = secure
        listen(secure)
        secure.once('secureConnect', resolve)
        secure.once('close', () => resolve())
      }),

    end,
  }
}
export type SmtpWire = ReturnType<typeof createSmtpWire>
