import type { Language } from '@kaimai/contract/common/language.ts'
import { type Heartbeat, keepBeat, offsetBy } from '@kaimai/contract/room/heartbeat.rules.ts'
import {
  closeCodes,
  type ControlRoomPlace,
  Fact,
  roomLimits,
  type ClientMessage,
} from '@kaimai/contract/room/room.protocol.ts'
import type { z } from 'zod'
import type { Clock } from '../../lib/clock/clock.ts'
import type { OpenSocket, RoomSocket } from '../room/room-socket.ts'

/** `lost`: it was open and comes back by itself; `over`: the room has ended, or does not let this member in. */
export type SocketState = 'connecting' | 'open' | 'lost' | 'over'

interface ControlRoomSocketOptions {
  readonly url: string
  /** A new one for every try; undefined: there is none to be had. A rejection counts as a failed try. */
  readonly ticket: () => Promise<string | undefined>
  /** What is held already: the highest seq, and `now` of the newest fact in epoch ms. */
  readonly held: () => { readonly seq: number; readonly since: number }
  readonly onFact: (fact: Fact) => void
  readonly onState: (state: SocketState) => void
  readonly language: Language
  readonly clock: Clock
  readonly openSocket: OpenSocket
  /** 0 to 1. */
  readonly random: () => number
}

interface ControlRoomSocket {
  readonly start: () => void
  readonly stop: () => void
  /** Sends colleagues the row that this member looks at. */
  readonly look: (of: number | null, place: ControlRoomPlace) => void
  /** Server time, epoch ms. */
  readonly serverNow: () => number
  /** The page came back: looks at once whether the line still stands. */
  readonly wake: () => void
}

const firstRetryMs = 500
const longestRetryMs = 15_000
/** A server that stops sends all away at once. */
const spreadMs = 1_000
const answerWithinMs = 8_000
const wakeWithinMs = 3_000
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

/** A seat of the staff: comes in by a new ticket each time, comes back after a lost line. */
export const createControlRoomSocket = (options: ControlRoomSocketOptions): ControlRoomSocket => {
  const { url, ticket, held, onFact, onState, language, clock, openSocket, random } = options
  let socket: RoomSocket | undefined
  let state: SocketState = 'connecting'
  let joined = false
  let failures = 0
  let beats: readonly Heartbeat[] = []
  let roughOffset = 0
  let quick = 0
  /** Raised with every try: what belongs to an earlier one is void. */
  let attempt = 0
  let started = false
  let looked: { of: number | null; place: ControlRoomPlace } = { of: null, place: 'chat' }
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
  const show = (next: SocketState): void => {
    if (next === state) return
    state = next
    onState(next)
  }
  const send = (pendingAction: z.input<typeof ClientMessage>): void => socket?.send(JSON.stringify(pendingAction))

  const hangUp = (): void => {
    for (const stop of timers.values()) stop()
    timers.clear()
    joined = false
    socket?.end()
    socket = undefined
  }
  const end = (): void => {
    hangUp()
    attempt += 1
    show('over')
  }
  const tryAgain = (withinMs?: number): void => {
    hangUp()
    if (state === 'open') show('lost')
    const longest = withinMs ?? Math.min(longestRetryMs, firstRetryMs * 2 ** failures)
    failures += 1
    after('retry', withinMs === undefined ? longest * (0.5 + random() / 2) : longest * random(), () => void connect())
  }
  const beat = (withinMs: number): void => {
    send({ t: 'beat', at: clock.now() })
    // The first unanswered heartbeat decides, not the last.
    if (!timers.has('answer')) after('answer', withinMs, () => tryAgain(0))
    after('beat', quick < quickBeats ? quickBeatMs : roomLimits.heartbeatMs, () => beat(answerWithinMs))
    quick += 1
  }

  const hear = (fact: Fact): void => {
    if (fact.t === 'joined') {
      failures = 0
      beats = []
      quick = 0
      roughOffset = fact.now - clock.now()
      joined = true
      onFact(fact)
      show('open')
      cancel('answer')
      beat(answerWithinMs)
      send({ t: 'look', ...looked })
      return
    }
    if (fact.t === 'beaten') {
      beats = keepBeat(beats, { sentMs: fact.at, receivedMs: clock.now(), serverMs: fact.now })
      cancel('answer')
      return
    }
    onFact(fact)
  }

  const connect = async (): Promise<void> => {
    attempt += 1
    const mine = attempt
    const isMine = () => mine === attempt
    let given: string | undefined
    try {
      given = await ticket()
    } catch {
      if (isMine()) tryAgain()
      return
    }
    if (!isMine()) return
    if (given === undefined) return end()
    const shown = given
    after('answer', answerWithinMs, () => tryAgain())
    socket = openSocket(url, {
      opened: () => {
        if (isMine()) send({ t: 'join', ticket: shown, v: 1, ...held(), lang: language })
      },
      received: (text) => {
        const fact = isMine() ? readFact(text) : undefined
        if (fact !== undefined) hear(fact)
      },
      closed: (code) => {
        if (!isMine()) return
        socket = undefined
        if (code === closeCodes.roomEnded) return end()
        tryAgain(code === closeCodes.goingAway ? spreadMs : undefined)
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
    look: (of, place) => {
      if (looked.of === of && looked.place === place) return
      looked = { of, place }
      // A member may run through many rows: only the one where they stay is sent.
      after('look', 400, () => {
        if (joined) send({ t: 'look', ...looked })
      })
    },
    serverNow: () => clock.now() + (beats.length === 0 ? roughOffset : offsetBy(beats)),
    wake: () => {
      if (!started || state === 'over') return
      if (joined) {
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
  }
}
