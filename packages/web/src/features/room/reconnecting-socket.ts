import { type Heartbeat, keepBeat, offsetBy } from '@kaimai/contract/room/heartbeat.rules.ts'
import { type ClientMessage, Fact, roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import type { z } from 'zod'
import type { Clock } from '../../lib/clock/clock.ts'
import type { OpenSocket, RoomSocket } from './room-socket.ts'

export type OutgoingMessage = z.input<typeof ClientMessage>

interface ReconnectingSocketOptions {
  readonly url: string
  readonly clock: Clock
  readonly openSocket: OpenSocket
  /** 0 to 1: spreads the tries of many clients. */
  readonly random: () => number
  /** Makes the first message of a connection; undefined: the room lets this person in no more. */
  readonly hello: () => (() => OutgoingMessage) | undefined | Promise<(() => OutgoingMessage) | undefined>
  /** The time within which a failed `hello` is tried again, in ms; undefined: the usual, ever longer one. */
  readonly retryAfterError?: (error: unknown) => number | undefined
  /** The same after a close code; `never`: the connection is over. */
  readonly retryAfterClose: (code: number) => number | 'never' | undefined
  /** Every event but the answers to heartbeats. */
  readonly onFact: (fact: Exclude<Fact, { t: 'heartbeatAnswer' }>) => void
  /** The connection is open, and its first heartbeat is sent. */
  readonly onJoined: () => void
  /** The open connection was lost; it comes back by itself. */
  readonly onLost: () => void
  /** The connection doesn't come back; `code`: of the close, undefined when there was no `hello`. */
  readonly onOver: (code: number | undefined) => void
}

interface ReconnectingSocket {
  readonly start: () => void
  readonly stop: () => void
  /** The page came back (visible, online, from the back/forward cache): checks at once whether the socket is alive. */
  readonly wake: () => void
  readonly send: (message: OutgoingMessage) => void
  readonly isJoined: () => boolean
  /** Server time, epoch ms. */
  readonly serverNow: () => number
  /** Runs something later unless the connection ends before; the same name replaces an earlier timer. */
  readonly after: (name: string, ms: number, run: () => void) => void
}

const firstRetryMs = 500
const longestRetryMs = 15_000
/** A server that stops sends all its clients away at once: they come to the others within this time. */
export const spreadMs = 1_000
/** A heartbeat that is not answered by then means that the connection is dead. */
const answerWithinMs = 8_000
const wakeWithinMs = 3_000
/** Before the first answer the clock is known to a tick or so: a few quick heartbeats make it exact. */
const quickBeats = 3
const quickBeatMs = 400

const readFact = (text: string): Fact | undefined => {
  try {
    const fact = Fact.safeParse(JSON.parse(text))
    return fact.success ? fact.data : undefined
  } catch {
    return undefined
  }
}

/** A connection to a room that reopens after a lost network, notices a dead socket, and knows the server's clock. */
export const createReconnectingSocket = (options: ReconnectingSocketOptions): ReconnectingSocket => {
  const { url, clock, openSocket, random, hello, onFact } = options
  let socket: RoomSocket | undefined
  let joined = false
  let isOpen = false
  let isOver = false
  let failures = 0
  let beats: readonly Heartbeat[] = []
  let roughOffset = 0
  let quick = 0
  /** This number rises with every try: the events of an earlier try don't count. */
  let attempt = 0
  let started = false
  const timers = new Map<string, () => void>()

  const cancel = (name: string): void => {
    timers.get(name)?.()
    timers.delete(name)
  }
  const after = (name: string, ms: number, run: () => void): void => {
    cancel(name)
    timers.set(
      name,
      clock.after(ms, () => {
        timers.delete(name)
        run()
      }),
    )
  }
  const send = (message: OutgoingMessage): void => socket?.send(JSON.stringify(message))

  const hangUp = (): void => {
    for (const stop of timers.values()) stop()
    timers.clear()
    joined = false
    socket?.end()
    socket = undefined
  }
  const end = (code?: number): void => {
    hangUp()
    attempt += 1
    isOpen = false
    isOver = true
    options.onOver(code)
  }
  const tryAgain = (withinMs?: number): void => {
    hangUp()
    if (isOpen) {
      isOpen = false
      options.onLost()
    }
    const longest = withinMs ?? Math.min(longestRetryMs, firstRetryMs * 2 ** failures)
    failures += 1
    after('retry', withinMs === undefined ? longest * (0.5 + random() / 2) : longest * random(), () => void connect())
  }
  const beat = (withinMs: number): void => {
    send({ t: 'heartbeat', at: clock.now() })
    // The first unanswered heartbeat decides, not the last.
    if (!timers.has('answer')) after('answer', withinMs, () => tryAgain(0))
    after('heartbeat', quick < quickBeats ? quickBeatMs : roomLimits.heartbeatMs, () => beat(answerWithinMs))
    quick += 1
  }

  const receive = (fact: Fact): void => {
    if (fact.t === 'heartbeatAnswer') {
      beats = keepBeat(beats, { sentMs: fact.at, receivedMs: clock.now(), serverMs: fact.now })
      cancel('answer')
      return
    }
    if (fact.t !== 'joined') return onFact(fact)
    failures = 0
    beats = []
    quick = 0
    roughOffset = fact.now - clock.now()
    joined = true
    isOpen = true
    isOver = false
    onFact(fact)
    cancel('answer')
    beat(answerWithinMs)
    options.onJoined()
  }

  const connect = async (): Promise<void> => {
    attempt += 1
    const mine = attempt
    const isMine = () => mine === attempt
    let first: (() => OutgoingMessage) | undefined
    try {
      const greeting = hello()
      first = greeting instanceof Promise ? await greeting : greeting
    } catch (error) {
      if (isMine()) tryAgain(options.retryAfterError?.(error))
      return
    }
    if (!isMine()) return
    if (first === undefined) return end()
    const message = first
    after('answer', answerWithinMs, () => tryAgain())
    socket = openSocket(url, {
      opened: () => {
        if (isMine()) send(message())
      },
      received: (text) => {
        const fact = isMine() ? readFact(text) : undefined
        if (fact !== undefined) receive(fact)
      },
      closed: (code) => {
        if (!isMine()) return
        socket = undefined
        const withinMs = options.retryAfterClose(code)
        if (withinMs === 'never') end(code)
        else tryAgain(withinMs)
      },
    })
  }

  return {
    start: () => {
      if (started) return
      started = true
      void connect()
    },
    stop: () => {
      started = false
      attempt += 1
      hangUp()
    },
    wake: () => {
      if (!started || isOver) return
      if (joined) {
        // The machine may have slept: its clock is unknown again, and the connection may be dead.
        beats = []
        quick = 0
        cancel('answer')
        beat(wakeWithinMs)
      } else if (timers.has('retry')) {
        cancel('retry')
        failures = 0
        void connect()
      }
    },
    send,
    isJoined: () => joined,
    serverNow: () => clock.now() + (beats.length === 0 ? roughOffset : offsetBy(beats)),
    after,
  }
}
