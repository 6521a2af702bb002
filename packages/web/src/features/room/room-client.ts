import type { Language } from '@kaimai/contract/common/language.ts'
import type { ErrorText } from '@kaimai/contract/common/error-text.ts'
import { type Heartbeat, keepBeat, offsetBy } from '@kaimai/contract/room/heartbeat.rules.ts'
import {
  closeCodes,
  type CloseReason,
  Fact,
  roomLimits,
  socketPath,
  type ClientMessage,
} from '@kaimai/contract/room/room.protocol.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { addPending, applyFact, emptyRoom, type RoomState } from '@kaimai/contract/room/room.reducer.ts'
import { readSaid } from '@kaimai/contract/room/say.rules.ts'
import type { z } from 'zod'
import { browserClock, type Clock } from '../../lib/clock/clock.ts'
import { isFailedCall } from '../../lib/http/failed-call.ts'
import { newId } from '../../lib/ids/new-id.ts'
import { createStore, type Store } from '../../lib/store/store.ts'
import { openBrowserSocket, type OpenSocket, type RoomSocket } from './room-socket.ts'

/** Why it does not connect again by itself; `refused`: the ticket was. */
export type Over = Extract<CloseReason, 'blocked' | 'roomEnded' | 'replaced'> | 'refused'

export interface RoomView {
  readonly room: RoomState
  /** `lost`: the connection was open and comes back by itself. */
  readonly socket: 'connecting' | 'open' | 'lost' | 'over'
  readonly over: Over | undefined
  /** No seat is free: it asks again from time to time. */
  readonly full: boolean
  /** The room asks whether somebody is watching. */
  readonly asked: boolean
}

export interface RoomClientOptions {
  /** ws(s)://host/api/room/socket, see `roomSocketUrl`. */
  readonly url: string
  /**
   * A ticket from POST live/user; undefined when the room doesn't let this viewer in (the page has said why). A
   * rejection counts as a failed try.
   */
  readonly ticket: () => Promise<string | undefined>
  readonly language: Language
  /** A message was refused, in words; `again`: it goes out later by itself. */
  readonly onRefused?: (message: string, again: boolean) => void
  readonly clock?: Clock
  readonly openSocket?: OpenSocket
  /** 0 to 1: spreads the tries of many clients. */
  readonly random?: () => number
}

export interface RoomClient {
  readonly view: Pick<Store<RoomView>, 'get' | 'subscribe'>
  readonly start: () => void
  /** Says something now, or as soon as the line stands again; or why it can't be said. */
  readonly say: (text: string, question?: boolean) => ErrorText | undefined
  /** Answers the question of an unclear order, now or as soon as the line stands again. `of`: seq of the comment. */
  readonly choose: (of: number, variantId: string, quantity: number) => void
  /** Answers that somebody is watching. */
  readonly watching: () => void
  /** Server time, epoch ms. */
  readonly serverNow: () => number
  /** The page came back (visible, online, from the back/forward cache): looks at once whether the line still stands. */
  readonly wake: () => void
  readonly stop: () => void
}

export const roomSocketUrl = (page: Pick<Location, 'protocol' | 'host'>): string =>
  `${page.protocol === 'https:' ? 'wss:' : 'ws:'}//${page.host}${socketPath}`

const firstRetryMs = 500
const longestRetryMs = 15_000
/** A server that stops sends all its viewers away at once: they come to the others within this time. */
const spreadMs = 1_000
/** A heartbeat that is not answered by then means that the connection is dead. */
const answerWithinMs = 8_000
/** A room without a free seat is asked again within this time. */
const fullRetryMs = 20_000
const wakeWithinMs = 3_000
/** Before the first answer the clock is known to a tick or so: a few quick heartbeats make it exact. */
const quickBeats = 3
const quickBeatMs = 400
const maxPending = 5

const finalErrors = ['blocked', 'roomEnded', 'replaced'] as const

const finalOf = (code: number): Over | undefined => finalErrors.find((reason) => closeCodes[reason] === code)

const readFact = (text: string): Fact | undefined => {
  try {
    const fact = Fact.safeParse(JSON.parse(text))
    return fact.success ? fact.data : undefined
  } catch {
    return undefined
  }
}

/** Keeps a viewer in a room: comes in, comes back after a lost line, and loses no message of its own. */
export const createRoomClient = (options: RoomClientOptions): RoomClient => {
  const { url, ticket, language, onRefused } = options
  const { clock = browserClock, openSocket = openBrowserSocket, random = Math.random } = options
  const view = createStore<RoomView>({
    room: emptyRoom,
    socket: 'connecting',
    over: undefined,
    full: false,
    asked: false,
  })
  let socket: RoomSocket | undefined
  let resume: string | undefined
  let joined = false
  let failures = 0
  let beats: readonly Heartbeat[] = []
  let roughOffset = 0
  let quick = 0
  /** Raised with every try: what belongs to an earlier one is void. */
  let attempt = 0
  let started = false
  /** Somebody has shown to be watching. */
  let isActive = false
  /** Answers to unclear orders that have not been heard of, by the seq of the comment. */
  const choices = new Map<number, Extract<z.input<typeof ClientMessage>, { t: 'choose' }>>()
  const timers = new Map<string, () => void>()

  const after = (name: string, ms: number, run: () => void): void => {
    timers.get(name)?.()
    timers.set(
      name,
      clock.after(ms, () => {
        timers.delete(name)
        run()
      }),
    )
  }
  const cancel = (name: string): void => {
    timers.get(name)?.()
    timers.delete(name)
  }
  const cancelAll = (): void => {
    for (const stop of timers.values()) stop()
    timers.clear()
  }

  const show = (change: Partial<RoomView>): void => view.set({ ...view.get(), ...change })
  const send = (request: z.input<typeof ClientMessage>): void => socket?.send(JSON.stringify(request))

  const hangUp = (): void => {
    cancelAll()
    joined = false
    socket?.end()
    socket = undefined
  }

  const end = (over: Over): void => {
    hangUp()
    attempt += 1
    show({ socket: 'over', over })
  }

  const tryAgain = (withinMs?: number): void => {
    hangUp()
    if (view.get().socket === 'open') show({ socket: 'lost' })
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

  const sayPending = (id: string): void => {
    const message = view.get().room.pending.find((one) => one.id === id)
    if (message === undefined || !joined) return
    send({ t: 'say', id, text: message.text, ...(message.question ? { question: message.question } : {}) })
  }

  /** Asked again it answers by itself: the room has not counted the first sign. */
  const showLife = (): void => {
    isActive = true
    if (view.get().asked) show({ asked: false })
  }

  const forgetChoices = (events: Extract<Fact, { t: 'frame' }>['events']): void => {
    for (const event of events) if (event.kind === 'ordered') choices.delete(event.of)
  }

  const hear = (fact: Fact): void => {
    const { room } = view.get()
    switch (fact.t) {
      case 'joined':
        resume = fact.resume
        failures = 0
        beats = []
        quick = 0
        roughOffset = fact.now - clock.now()
        joined = true
        show({ room: applyFact(room, fact), socket: 'open', full: false })
        cancel('answer')
        beat(answerWithinMs)
        // What was said just before the line was lost may have arrived: the same id makes it the same message.
        for (const { id } of room.pending) sayPending(id)
        forgetChoices(fact.events)
        for (const choice of choices.values()) send(choice)
        return
      case 'beaten':
        beats = keepBeat(beats, { sentMs: fact.at, receivedMs: clock.now(), serverMs: fact.now })
        cancel('answer')
        return
      case 'refused': {
        const { id, retryAfterMs } = fact
        onRefused?.(fact.message, retryAfterMs !== undefined)
        if (retryAfterMs !== undefined) after(`say ${id}`, retryAfterMs, () => sayPending(id))
        show({ room: applyFact(room, fact) })
        return
      }
      case 'presenceAsked':
        if (isActive) send({ t: 'watching' })
        else show({ asked: true })
        return
      case 'frame':
        forgetChoices(fact.events)
        show({ room: applyFact(room, fact) })
        return
      case 'said':
      case 'desk':
        show({ room: applyFact(room, fact) })
    }
  }

  const closed = (code: number): void => {
    socket = undefined
    const over = finalOf(code)
    if (over !== undefined) return end(over)
    // What it showed at the door does not hold any more: it asks for a new ticket.
    if (code === closeCodes.badTicket || code === closeCodes.badFrame) resume = undefined
    const isFull = code === closeCodes.full
    if (isFull) show({ full: true })
    tryAgain(isFull ? fullRetryMs : code === closeCodes.goingAway ? spreadMs : undefined)
  }

  const connect = async (): Promise<void> => {
    attempt += 1
    const mine = attempt
    let shown: { ticket: string } | { token: string }
    if (resume === undefined) {
      try {
        const given = await ticket()
        if (mine !== attempt) return
        if (given === undefined) return end('refused')
        shown = { ticket: given }
      } catch (error) {
        if (mine !== attempt) return
        // So many come from this network at this moment that each waits a little.
        const isFull = isFailedCall(error, 'tooManyRequests')
        if (isFull) show({ full: true })
        tryAgain(isFull ? fullRetryMs : undefined)
        return
      }
    } else shown = { token: resume }
    const isMine = () => mine === attempt
    after('answer', answerWithinMs, () => tryAgain())
    socket = openSocket(url, {
      opened: () => {
        if (!isMine()) return
        const { seq, heardAtMs } = view.get().room
        const held = { v: 1, seq, since: heardAtMs, lang: language } as const
        send('ticket' in shown ? { t: 'join', ...shown, ...held } : { t: 'resume', ...shown, ...held })
      },
      received: (text) => {
        const fact = isMine() ? readFact(text) : undefined
        if (fact !== undefined) hear(fact)
      },
      closed: (code) => {
        if (isMine()) closed(code)
      },
    })
  }

  return {
    view,
    start: () => {
      if (started) return
      started = true
      void connect()
    },
    say: (text, question) => {
      const said = readSaid(text)
      if ('refused' in said) return said.refused
      if (view.get().room.pending.length >= maxPending) return roomErrors.saidTooMuch
      const message = { id: newId(), text: said.text, ...(question ? { question } : {}) }
      showLife()
      show({ room: addPending(view.get().room, message) })
      sayPending(message.id)
      return undefined
    },
    choose: (of, variantId, quantity) => {
      const choice = { t: 'choose', of, variantId, quantity } as const
      showLife()
      choices.set(of, choice)
      if (joined) send(choice)
    },
    watching: () => {
      showLife()
      send({ t: 'watching' })
    },
    serverNow: () => clock.now() + (beats.length === 0 ? roughOffset : offsetBy(beats)),
    wake: () => {
      if (!started || view.get().socket === 'over') return
      if (joined) {
        // The machine may have slept: what was known of its clock is void, and the line may be dead.
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
    stop: () => {
      started = false
      attempt += 1
      hangUp()
    },
  }
}
