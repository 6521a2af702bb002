import { type LiveStatus, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { showAt } from '@kaimai/contract/live/show.rules.ts'
import { bannedIn } from '@kaimai/contract/room/banned.rules.ts'
import {
  type ChatUser,
  type CloseReason,
  type Fact,
  type RealEvent,
  roomLimits,
} from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secret.ts'
import { createAudience } from './audience.ts'
import { createDeskSide, type DeskSeat, memberOf } from './staff-frames.ts'
import { type OrderableRoom, orderableOf } from './order-port.ts'
import { frameFact, joinedFact } from './room-frames.ts'
import { closePeer, type Connection, hasCaughtUp, heard, isGone, type Seat, sendFrame } from './viewer-connection.ts'
import type { RoomShow } from './room-show.ts'
import { scriptedEvents } from './scripted.ts'
import type { LoggedEvent } from './room.store.ts'
import type { Identity } from './tickets.ts'
import { type Aside, createTimeline, type Doorway, type PlayedScript } from './timeline.ts'
import { createStockLeft } from './stock-left.ts'
import { textFrame } from './ws-frame.ts'

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
  readonly arrived: (identity: Identity, network: string) => void
  readonly gone: (identity: Identity) => void
  /** A viewer did what a person does. */
  readonly showedLife?: (identity: Identity) => void
  /** The staff has called, put off or left out something of the script. */
  readonly recued?: () => void
}

const cuing: ReadonlySet<string> = new Set(['cued', 'scriptOff', 'scriptOn'])

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
  const late = new Set<Seat | DeskSeat>()
  let show = first
  let epoch = firstEpoch
  let isBanned = bannedIn(first.live.bannedKeywords)
  const stock = createStockLeft(first)
  let simulated = 0
  let real = 0
  let online = 0
  let slow: number | undefined = first.live.slowSeconds
  let onlineTold = -1
  let timer: NodeJS.Timeout | undefined

  const playedOf = (given: RoomShow): PlayedScript => ({
    script: given.script,
    planned: given.planned ?? given.script,
    beginAtMs: given.live.beginAtMs,
    eventOf: scriptedEvents({ secret: needs.secret, liveId: given.live.id, disclosure: given.disclosure }),
  })
  const noticed = (event: Extract<RealEvent, { kind: 'slowed' | 'acted' }>): void => {
    if (event.kind === 'slowed') slow = event.seconds
    else if (cuing.has(event.act)) needs.recued?.()
  }
  const timeline = createTimeline({ read: needs.read, log: needs.log, nowMs: clock.ms(), noticed }, playedOf(first))
  const desks = createDeskSide(clock, () => ({ real, simulated }))
  const isEmpty = (): boolean => audience.seats().size === 0 && desks.seats().size === 0
  const slowNow = (): number => slow ?? timeline.settings().slow ?? 0

  const countOnline = (): void => {
    real = audience.online(clock.ms())
    online = real + simulated
  }
  const countAll = (): void => {
    simulated = showAt(show.script, clock.ms() - show.live.beginAtMs).audience
    countOnline()
  }
  countAll()

  const joinedFrame = (seat: Seat | DeskSeat, told: Doorway, reset: boolean): Buffer => {
    const who =
      'member' in seat ? memberOf(seat) : { you: chatUserOf(seat.identity), resume: needs.resumeFor(seat.identity) }
    return joinedFact(who, told, {
      ...timeline.told(),
      ...timeline.settings(),
      slow: slowNow(),
      reset,
      stock: 'member' in seat ? stock.exact() : stock.all(),
      online,
    })
  }

  const release = (seat: Seat | DeskSeat): void => {
    late.delete(seat)
    if ('member' in seat) desks.remove(seat)
    else if (audience.remove(seat)) needs.gone(seat.identity)
    if (isEmpty()) {
      clearTimeout(timer)
      timer = undefined
    }
  }

  const cut = (seat: Seat | DeskSeat): void => {
    release(seat)
    seat.peer.terminate()
  }

  const dismiss = (seat: Seat | DeskSeat, reason: CloseReason): void => {
    release(seat)
    closePeer(seat.peer, reason)
  }

  const frameOf = (eventsJson: string | undefined): Buffer | undefined => {
    const changed = stock.takeChange()
    if (eventsJson === undefined && changed === undefined && online === onlineTold) return undefined
    const onlineNew = online === onlineTold ? undefined : online
    onlineTold = online
    return frameFact(timeline.told(), eventsJson ?? '[]', { online: onlineNew, stock: changed })
  }

  const fellBehind = (seat: Seat | DeskSeat, how: 'behind' | 'tooSlow'): void => {
    if (how === 'behind') late.add(seat)
    // A goodbye would wait behind all that it has not taken.
    else cut(seat)
  }

  const send = (frame: Buffer, seats: Iterable<Seat | DeskSeat>): void => {
    for (const seat of seats) {
      const sent = sendFrame(seat, frame)
      if (sent !== 'sent') fellBehind(seat, sent)
    }
  }

  /** What only one viewer may see: to each of that viewer's seats here. */
  const tellApart = (aside: readonly Aside[]): void => {
    const own = Map.groupBy(aside, ({ only }) => only)
    for (const [liveUserId, events] of own) {
      const viewer = liveUserId === '' ? undefined : audience.find(liveUserId)
      if (viewer === undefined) continue
      const frame = frameFact(timeline.told(), `[${events.map(({ json }) => json).join(',')}]`, {})
      send(frame, [...viewer.seats])
    }
  }

  /** Tells who could not keep up, and has taken all since, how things stand. */
  const catchUp = (seat: Seat | DeskSeat): void => {
    late.delete(seat)
    seat.missedBytes = undefined
    const isDesk = 'member' in seat
    seat.line.write(joinedFrame(seat, timeline.newest(isDesk ? 'staff' : seat.identity), true))
    if (isDesk) seat.line.write(desks.skippedFrame(timeline.newestAside(roomLimits.deskHistory)))
  }

  const tick = (): void => {
    const frame = frameOf(timeline.advance(clock.ms()))
    if (frame !== undefined) send(frame, audience.seats())
    for (const { userId, json } of timeline.takeMuting()) {
      const others = [...audience.seats()].filter(({ identity }) => identity.publicId !== userId)
      send(frameFact(timeline.told(), `[${json}]`, {}), [...others, ...desks.seats()])
    }
    const aside = timeline.takeAside()
    if (aside.length > 0) tellApart(aside)
    const hidden = stock.takeHidden()
    if (desks.seats().size > 0) {
      if (frame !== undefined) send(frame, desks.seats())
      if (hidden !== undefined) send(frameFact(timeline.told(), '[]', { stock: hidden }), desks.seats())
      const ofMuted = aside.filter(({ isMuted }) => isMuted === true)
      if (ofMuted.length > 0)
        send(frameFact(timeline.told(), `[${ofMuted.map(({ json }) => json).join(',')}]`, {}), desks.seats())
      const deskFrame = desks.frame(aside.filter(({ isMuted }) => isMuted !== true))
      if (deskFrame !== undefined) send(deskFrame, desks.seats())
    }
    for (const seat of late) if (hasCaughtUp(seat)) catchUp(seat)
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
    desks,
    live: () => show.live,
    firmId: first.live.firmId,
    epoch: () => epoch,
    raiseEpoch: (to: number): void => {
      epoch = Math.max(epoch, to)
    },
    isBanned: (text: string): boolean => isBanned(text),
    status: (): LiveStatus => liveStatusAt(show.live, clock.ms()),
    online: (): number => online,
    /** Real viewers over all nodes. */
    real: (): number => real,
    isEmpty,
    /** Seconds between two messages of one viewer; 0: no slow mode. */
    slow: slowNow,
    /** What comments may order now. */
    orderable: (): OrderableRoom => orderableOf(show.products, timeline.settings().unlisted, timeline.shown()),

    /** Seats a connection and tells it the room so far; from then on it gets every frame. */
    enter: (seat: Seat, held: Held): void => {
      // The room went on while nobody was here to be told; or this viewer was told more at another node.
      if (isEmpty() || held.seq > timeline.told().seq) tick()
      const { isNew, replaced } = audience.add(seat)
      if (replaced) closePeer(replaced.peer, 'replaced')
      if (isNew) {
        needs.arrived(seat.identity, seat.network)
        countOnline()
      }
      const holdsNothing = held.seq === 0 && held.since === 0
      const missed = holdsNothing ? undefined : timeline.missed(held.seq, held.since, seat.identity)
      const told = missed ?? timeline.newest(seat.identity)
      seat.line.write(joinedFrame(seat, told, !holdsNothing && missed === undefined))
      if (timer === undefined) schedule()
    },

    /** Seats one of the staff; `newest` is what isn't for all, from the log. */
    enterDesk: (seat: DeskSeat, held: Held, newest: readonly RealEvent[]): void => {
      if (isEmpty() || held.seq > timeline.told().seq) tick()
      desks.add(seat)
      const holdsNothing = held.seq === 0 && held.since === 0
      const missed = holdsNothing ? undefined : timeline.missed(held.seq, held.since, 'staff')
      const told = missed ?? timeline.newest('staff')
      seat.line.write(joinedFrame(seat, told, !holdsNothing && missed === undefined))
      seat.line.write(desks.joinedFrame(newest))
      if (timer === undefined) schedule()
    },

    /** The connection is closed already. */
    leave: release,

    /** Sends one fact to one seat; who asks and asks and takes no answer is cut. */
    tell: (seat: Seat | DeskSeat, fact: object): void => {
      if (seat.line.writableLength > 2 * roomLimits.backlogBytes) {
        cut(seat)
      } else seat.line.write(textFrame(JSON.stringify(fact)))
    },

    tick,

    /** A viewer said something, chose, or answered that it is watching. */
    showedLife: ({ identity }: Seat): void => needs.showedLife?.(identity),

    /** Asks a viewer whether it is watching. */
    askPresence: (liveUserId: string): void => {
      const frame = textFrame(JSON.stringify({ t: 'presenceAsked' } satisfies Fact))
      send(frame, [...(audience.find(liveUserId)?.seats ?? [])])
    },

    /** Every second: counts, asks the silent, ends the dead. */
    pulse: (): void => {
      const nowMs = clock.ms()
      if (isEmpty()) {
        timeline.advance(nowMs)
        timeline.takeAside()
        timeline.takeMuting()
      }
      audience.forgetSaid(nowMs, slowNow())
      timeline.forgetSaid(nowMs)
      for (const seat of audience.seats()) if (isGone(seat, nowMs)) cut(seat)
      for (const seat of desks.seats()) if (isGone(seat, nowMs)) cut(seat)
      countAll()
    },

    hear: (seat: Connection): void => heard(seat, clock.ms()),

    /** Stock that changed, by variant id; what the room doesn't sell is left out. */
    restock: stock.restock,

    /** The live was changed: another time, script, products or words. */
    change: (next: RoomShow): void => {
      if (next.live.anonymousAllowed === false)
        for (const seat of [...audience.seats()]) if (seat.identity.anonymous) dismiss(seat, 'badTicket')
      // The room may have been told a newer one already.
      if (next.live.slowSeconds !== show.live.slowSeconds) slow = next.live.slowSeconds
      show = next
      isBanned = bannedIn(next.live.bannedKeywords)
      stock.change(next)
      timeline.play(playedOf(next))
      countAll()
    },

    /** Ends the connections of one viewer. */
    bar: (liveUserId: string, reason: CloseReason): void => {
      for (const seat of [...(audience.find(liveUserId)?.seats ?? [])]) dismiss(seat, reason)
    },

    /** Ends a line of the staff. */
    endDesk: (seat: DeskSeat, reason: CloseReason): void => dismiss(seat, reason),

    /** Tells what is still to be told and ends all connections. */
    close: (reason: CloseReason): void => {
      tick()
      for (const seat of [...audience.seats(), ...desks.seats()]) dismiss(seat, reason)
      clearTimeout(timer)
      timer = undefined
    },
  }
}
export type Floor = ReturnType<typeof createFloor>
