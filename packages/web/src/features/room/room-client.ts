import type { Language } from '@kaimai/contract/common/language.ts'
import type { ErrorText } from '@kaimai/contract/common/error-text.ts'
import {
  closeCodes,
  type CloseReason,
  type Fact,
  socketPath,
  protocolVersion,
} from '@kaimai/contract/room/room.protocol.ts'
import { emptyBundle, heartLimits, packHearts, tapHeart } from '@kaimai/contract/room/hearts.rules.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { addPending, applyFact, emptyRoom, type RoomState } from '@kaimai/contract/room/room.reducer.ts'
import { readSaid } from '@kaimai/contract/room/say.rules.ts'
import type { Clock } from '../../lib/clock/clock.ts'
import { steadyClock } from '../../lib/clock/steady-clock.ts'
import { isFailedCall } from '../../lib/http/failed-call.ts'
import { newId } from '../../lib/ids/new-id.ts'
import { createStore, type Store } from '../../lib/store/store.ts'
import { createReconnectingSocket, type OutgoingMessage, spreadMs } from './reconnecting-socket.ts'
import { openBrowserSocket, type OpenSocket } from './room-socket.ts'

/** Why it does not connect again by itself; `refused`: the ticket was. */
export type Over = Extract<CloseReason, 'blocked' | 'roomEnded' | 'replaced'> | 'refused'

export interface RoomView {
  readonly room: RoomState
  /** `lost`: the connection was open and comes back by itself. */
  readonly socket: 'connecting' | 'open' | 'lost' | 'over'
  readonly over: Over | undefined
  /** The room has no free place: the client asks again from time to time. */
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
  /** Says something now, or as soon as the connection is open again; or why it can't be said. */
  readonly say: (text: string, question?: boolean) => ErrorText | undefined
  /** Answers the question of an unclear order, now or as soon as the connection is open again. `of`: seq of the comment. */
  readonly choose: (of: number, variantId: string, quantity: number) => void
  /** Votes, now or as soon as the connection is open again. */
  readonly vote: (poll: string, option: number) => void
  /** Gives a heart; false: it doesn't count, because it was too fast or there is no connection. */
  readonly heart: () => boolean
  /** Answers that somebody is watching. */
  readonly watching: () => void
  /** Server time, epoch ms. */
  readonly serverNow: () => number
  /** The page came back (visible, online, from the back/forward cache): checks at once whether the connection is alive. */
  readonly wake: () => void
  readonly stop: () => void
}

export const roomSocketUrl = (page: Pick<Location, 'protocol' | 'host'>): string =>
  `${page.protocol === 'https:' ? 'wss:' : 'ws:'}//${page.host}${socketPath}`

/** A room without a free place is asked again within this time. */
const fullRetryMs = 20_000
const maxPending = 5

const finalErrors = ['blocked', 'roomEnded', 'replaced'] as const

const finalOf = (code: number): Over | undefined => finalErrors.find((reason) => closeCodes[reason] === code)

/** The client keeps a viewer in a room: it joins, rejoins after a lost connection, and loses no message of its own. */
export const createRoomClient = (options: RoomClientOptions): RoomClient => {
  const { url, ticket, language, onRefused } = options
  const { clock = steadyClock, openSocket = openBrowserSocket, random = Math.random } = options
  const view = createStore<RoomView>({
    room: emptyRoom,
    socket: 'connecting',
    over: undefined,
    full: false,
    asked: false,
  })
  let resume: string | undefined
  /** The viewer has done something that shows that somebody is watching. */
  let isActive = false
  /** Answers to unclear orders that the room has not confirmed, by the seq of the comment. */
  const choices = new Map<number, Extract<OutgoingMessage, { t: 'choose' }>>()

  /** A vote that the room has not answered. */
  let vote: Extract<OutgoingMessage, { t: 'vote' }> | undefined

  let hearts = emptyBundle(clock.now())
  let areHeartsDue = false

  const show = (change: Partial<RoomView>): void => view.set({ ...view.get(), ...change })

  const sayPending = (id: string): void => {
    const message = view.get().room.pending.find((one) => one.id === id)
    if (message === undefined || !connection.isJoined()) return
    connection.send({ t: 'say', id, text: message.text, ...(message.question ? { question: message.question } : {}) })
  }

  /** The client answers a second question by itself: the room has not counted the first sign. */
  const showLife = (): void => {
    isActive = true
    if (view.get().asked) show({ asked: false })
  }

  /** The first of several goes at once, those that follow go together. */
  const sendHearts = (): void => {
    const { bundle, count } = packHearts(hearts)
    areHeartsDue = count > 0
    if (count === 0 || !connection.isJoined()) return
    hearts = bundle
    connection.send({ t: 'heart', count })
    connection.after('hearts', heartLimits.bundleMs, sendHearts)
  }

  const forgetChoices = (events: Extract<Fact, { t: 'frame' }>['events']): void => {
    for (const event of events) if (event.kind === 'ordered') choices.delete(event.of)
  }

  const receive = (fact: Exclude<Fact, { t: 'heartbeatAnswer' }>): void => {
    const { room } = view.get()
    switch (fact.t) {
      case 'joined':
        resume = fact.resume
        show({ room: applyFact(room, fact), socket: 'open', full: false })
        forgetChoices(fact.events)
        if (vote !== undefined) connection.send(vote)
        return
      case 'refused': {
        const { id, retryAfterMs } = fact
        onRefused?.(fact.message, retryAfterMs !== undefined)
        if (retryAfterMs !== undefined) connection.after(`say ${id}`, retryAfterMs, () => sayPending(id))
        show({ room: applyFact(room, fact) })
        return
      }
      case 'presenceAsked':
        if (isActive) connection.send({ t: 'watching' })
        else show({ asked: true })
        return
      case 'frame':
        forgetChoices(fact.events)
        show({ room: applyFact(room, fact) })
        return
      case 'voted':
        if (fact.poll === vote?.poll && fact.option === vote.option) vote = undefined
        if (fact.refused !== undefined) vote = undefined
        show({ room: applyFact(room, fact) })
        return
      case 'said':
      case 'controlRoom':
        show({ room: applyFact(room, fact) })
    }
  }

  const held = () => {
    const { seq, heardAtMs } = view.get().room
    return { v: protocolVersion, seq, since: heardAtMs, lang: language } as const
  }

  const connection = createReconnectingSocket({
    url,
    clock,
    openSocket,
    random,
    hello: () => {
      if (resume !== undefined) {
        const token = resume
        return () => ({ t: 'resume', token, ...held() })
      }
      return ticket().then((granted) =>
        granted === undefined ? undefined : () => ({ t: 'join', ticket: granted, ...held() }),
      )
    },
    retryAfterError: (error) => {
      // So many come from this network at this moment that each waits a little.
      if (!isFailedCall(error, 'tooManyRequests')) return undefined
      show({ full: true })
      return fullRetryMs
    },
    retryAfterClose: (code) => {
      if (finalOf(code) !== undefined) return 'never'
      // The room rejected the token or ticket: the client asks for a new ticket.
      if (code === closeCodes.badTicket || code === closeCodes.badFrame) resume = undefined
      if (code !== closeCodes.full) return code === closeCodes.goingAway ? spreadMs : undefined
      show({ full: true })
      return fullRetryMs
    },
    onFact: receive,
    onJoined: () => {
      // A message said just before the connection was lost may have arrived: the same id makes it the same message.
      for (const { id } of view.get().room.pending) sayPending(id)
      for (const choice of choices.values()) connection.send(choice)
      sendHearts()
    },
    onLost: () => show({ socket: 'lost' }),
    onOver: (code) => show({ socket: 'over', over: code === undefined ? 'refused' : finalOf(code) }),
  })

  return {
    view,
    start: connection.start,
    stop: connection.stop,
    wake: connection.wake,
    serverNow: connection.serverNow,
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
      if (connection.isJoined()) connection.send(choice)
    },
    vote: (poll, option) => {
      showLife()
      vote = { t: 'vote', poll, option }
      if (connection.isJoined()) connection.send(vote)
    },
    heart: () => {
      if (!connection.isJoined()) return false
      const { bundle, isAccepted } = tapHeart(hearts, clock.now())
      hearts = bundle
      if (!isAccepted) return false
      showLife()
      if (!areHeartsDue) sendHearts()
      return true
    },
    watching: () => {
      showLife()
      connection.send({ t: 'watching' })
    },
  }
}
