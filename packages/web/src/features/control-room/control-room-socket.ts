import type { Language } from '@kaimai/contract/common/language.ts'
import { closeCodes, type ControlRoomPlace, type Fact, protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../lib/clock/clock.ts'
import { createReconnectingSocket, spreadMs } from '../room/reconnecting-socket.ts'
import type { OpenSocket } from '../room/room-socket.ts'

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
  /** The page came back: checks at once whether the connection is alive. */
  readonly wake: () => void
}

/** The connection of a member of the staff: it joins with a new ticket each time. */
export const createControlRoomSocket = (options: ControlRoomSocketOptions): ControlRoomSocket => {
  const { url, ticket, held, onFact, onState, language, clock, openSocket, random } = options
  let looked: { of: number | null; place: ControlRoomPlace } = { of: null, place: 'chat' }
  const connection = createReconnectingSocket({
    url,
    clock,
    openSocket,
    random,
    hello: async () => {
      const granted = await ticket()
      return granted === undefined
        ? undefined
        : () => ({ t: 'join', ticket: granted, v: protocolVersion, ...held(), lang: language })
    },
    retryAfterClose: (code) => {
      if (code === closeCodes.roomEnded) return 'never'
      return code === closeCodes.goingAway ? spreadMs : undefined
    },
    onFact: (fact) => {
      onFact(fact)
      if (fact.t === 'joined') onState('open')
    },
    onJoined: () => connection.send({ t: 'focus', ...looked }),
    onLost: () => onState('lost'),
    onOver: () => onState('over'),
  })
  return {
    start: connection.start,
    stop: connection.stop,
    wake: connection.wake,
    serverNow: connection.serverNow,
    look: (of, place) => {
      if (looked.of === of && looked.place === place) return
      looked = { of, place }
      // A member may run through many rows: only the one where they stay is sent.
      connection.after('focus', 400, () => {
        if (connection.isJoined()) connection.send({ t: 'focus', ...looked })
      })
    },
  }
}
