import { type LiveInstants, type LiveStatus, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { type Script, showAt } from '@kaimai/contract/live/show.rules.ts'
import { bannedIn } from '@kaimai/contract/room/banned.rules.ts'
import { type ChatUser, type CloseReason, roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secret.ts'
import { createAudience } from './audience.ts'
import { closePeer, hasCaughtUp, heard, isGone, type Seat, sendFrame } from './seat.ts'
import { scriptedEvents } from './scripted.ts'
import type { LoggedEvent } from './room.store.ts'
import type { Identity } from './tickets.ts'
import { createTimeline, type Doorway, type PlayedScript } from './timeline.ts'
import { textFrame } from './ws-frame.ts'

/** What a room plays and by which rules: the live as its own module knows it, and what belongs to it. */
export interface RoomShow {
  readonly live: LiveInstants & {
    readonly id: string
    readonly firmId: string
    readonly bannedKeywords: readonly string[]
  }
  readonly script: Script
  /** Whether viewers are told what is simulated. */
  readonly disclosure: boolean
  /** Pieces left by variant id, of the products of this live. */
  readonly stock: Readonly<Record<string, number>>
}

/** What the first frame of a client says it holds. */
export interface Held {
  readonly seq: number
  readonly since: number
}

export interface FloorNeeds {
  readonly clock: Clock
  readonly secret: Pick<Secret, 'sign'>
  readonly log: Pick<Log, 'warn'>
  readonly read: (afterSeq: number) => Promise<readonly LoggedEvent[]>
  readonly resumeFor: (identity: Identity) => string
  /** A viewer's first socket on this node came, its last one went. */
  readonly arrived: (identity: Identity) => void
  readonly gone: (identity: Identity) => void
}

export const chatUserOf = ({ publicId, name, imgUrl, as }: Identity): ChatUser => ({
  userId: publicId,
  name,
  imgUrl,
  as,
})

/** One room on this node: who sits in it, and what they are told, one frame a tick encoded once for all. */
export const createFloor = (needs: FloorNeeds, first: RoomShow, firstEpoch: number) => {
  const { clock } = needs
  const audience = createAudience()
  const late = new Set<Seat>()
  let show = first
  let epoch = firstEpoch
  let isBanned = bannedIn(first.live.bannedKeywords)
  let stock: Record<string, number> = { ...first.stock }
  let stockChange: Record<string, number> = {}
  let simulated = 0
  let online = 0
  let onlineTold = -1
  let timer: NodeJS.Timeout | undefined

  const playedOf = (given: RoomShow): PlayedScript => ({
    script: given.script,
    beginAtMs: given.live.beginAtMs,
    eventOf: scriptedEvents({ secret: needs.secret, liveId: given.live.id, disclosure: given.disclosure }),
  })
  const timeline = createTimeline({ read: needs.read, log: needs.log, nowMs: clock.ms() }, playedOf(first))

  const countOnline = (): void => {
    online = audience.online(clock.ms()) + simulated
  }
  const countAll = (): void => {
    simulated = showAt(show.script, clock.ms() - show.live.beginAtMs).audience
    countOnline()
  }
  countAll()

  const joinedFrame = (seat: Seat, { eventsJson, shown, muted }: Doorway, reset: boolean): Buffer => {
    const { seq, nowMs } = timeline.told()
    const fact = {
      t: 'joined',
      now: nowMs,
      you: chatUserOf(seat.identity),
      resume: needs.resumeFor(seat.identity),
      seq,
      reset,
      shown,
      ...(muted.length === 0 ? {} : { muted }),
      stock,
      online,
    }
    return textFrame(`${JSON.stringify(fact).slice(0, -1)},"events":${eventsJson}}`)
  }

  const release = (seat: Seat): void => {
    late.delete(seat)
    const { identity } = seat
    if (audience.remove(seat)) needs.gone(identity)
    if (audience.seats().size === 0) {
      clearTimeout(timer)
      timer = undefined
    }
  }

  const dismiss = (seat: Seat, reason: CloseReason): void => {
    release(seat)
    closePeer(seat.peer, reason)
  }

  const frameOf = (eventsJson: string | undefined): Buffer | undefined => {
    const hasStock = Object.keys(stockChange).length > 0
    if (eventsJson === undefined && !hasStock && online === onlineTold) return undefined
    const { seq, nowMs } = timeline.told()
    let json = `{"t":"frame","now":${nowMs},"seq":${seq},"events":${eventsJson ?? '[]'}`
    if (online !== onlineTold) json += `,"online":${online}`
    if (hasStock) json += `,"stock":${JSON.stringify(stockChange)}`
    onlineTold = online
    stockChange = {}
    return textFrame(`${json}}`)
  }

  const broadcast = (frame: Buffer): void => {
    for (const seat of audience.seats()) {
      const sent = sendFrame(seat, frame)
      if (sent === 'behind') late.add(seat)
      else if (sent === 'tooSlow') {
        // A goodbye would wait behind all that it has not taken.
        release(seat)
        seat.peer.terminate()
      }
    }
  }

  const tick = (): void => {
    const frame = frameOf(timeline.advance(clock.ms()))
    if (frame !== undefined) broadcast(frame)
    for (const seat of late) {
      if (!hasCaughtUp(seat)) continue
      late.delete(seat)
      seat.missedBytes = undefined
      seat.line.write(joinedFrame(seat, timeline.newest(seat.identity), true))
    }
  }

  const schedule = (): void => {
    const crowded = audience.seats().size > roomLimits.crowd
    timer = setTimeout(
      () => {
        schedule()
        tick()
      },
      crowded ? roomLimits.tickMsCrowded : roomLimits.tickMs,
    )
  }

  return {
    timeline,
    audience,
    live: () => show.live,
    firmId: first.live.firmId,
    epoch: () => epoch,
    raiseEpoch: (to: number): void => {
      epoch = Math.max(epoch, to)
    },
    isBanned: (text: string): boolean => isBanned(text),
    status: (): LiveStatus => liveStatusAt(show.live, clock.ms()),
    online: (): number => online,

    /** Seats a connection and tells it the room so far; from then on it gets every frame. */
    enter: (seat: Seat, held: Held): void => {
      const nowMs = clock.ms()
      // The room went on while nobody was here to be told; or this viewer was told more at another node.
      if (audience.seats().size === 0 || held.seq > timeline.told().seq) tick()
      const { isNew, replaced } = audience.add(seat, nowMs)
      if (replaced) closePeer(replaced.peer, 'replaced')
      if (isNew) {
        needs.arrived(seat.identity)
        countOnline()
      }
      const holdsNothing = held.seq === 0 && held.since === 0
      const missed = holdsNothing ? undefined : timeline.missed(held.seq, held.since, seat.identity)
      const told = missed ?? timeline.newest(seat.identity)
      seat.line.write(joinedFrame(seat, told, !holdsNothing && missed === undefined))
      if (timer === undefined) schedule()
    },

    /** The connection is closed already. */
    leave: release,

    /** Sends one fact to one seat; who asks and asks and takes no answer is cut. */
    tell: (seat: Seat, fact: object): void => {
      if (seat.line.writableLength > 2 * roomLimits.backlogBytes) {
        release(seat)
        seat.peer.terminate()
      } else seat.line.write(textFrame(JSON.stringify(fact)))
    },

    tick,

    /** Every second: counts, asks the silent, ends the dead. */
    pulse: (): void => {
      const nowMs = clock.ms()
      if (audience.seats().size === 0) timeline.advance(nowMs)
      for (const seat of audience.seats()) {
        if (!isGone(seat, nowMs)) continue
        release(seat)
        seat.peer.terminate()
      }
      countAll()
    },

    hear: (seat: Seat): void => heard(seat, clock.ms()),

    /** Stock that changed, by variant id; what the room doesn't sell is left out. */
    restock: (left: Readonly<Record<string, number>>): void => {
      for (const [variantId, pieces] of Object.entries(left)) {
        if (stock[variantId] === undefined || stock[variantId] === pieces) continue
        stock[variantId] = pieces
        stockChange[variantId] = pieces
      }
    },

    /** The live was changed: another time, script, products or words. */
    change: (next: RoomShow): void => {
      show = next
      isBanned = bannedIn(next.live.bannedKeywords)
      stockChange = Object.fromEntries(Object.entries(next.stock).filter(([id, left]) => stock[id] !== left))
      stock = { ...next.stock }
      timeline.play(playedOf(next))
      countAll()
    },

    /** Ends the connections of one viewer. */
    bar: (liveUserId: string, reason: CloseReason): void => {
      for (const seat of [...(audience.find(liveUserId)?.seats ?? [])]) dismiss(seat, reason)
    },

    /** Tells what is still to be told and ends all connections. */
    close: (reason: CloseReason): void => {
      tick()
      for (const seat of [...audience.seats()]) dismiss(seat, reason)
      clearTimeout(timer)
      timer = undefined
    },
  }
}
export type Floor = ReturnType<typeof createFloor>
