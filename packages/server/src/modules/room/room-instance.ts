import { type LiveStatus, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { showAt } from '@kaimai/contract/live/show.rules.ts'
import { bannedWordTest } from '@kaimai/contract/room/banned-words.rules.ts'
import { type CloseReason, type Fact, roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import type { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { createAudience } from './audience.ts'
import { createStaffFrames, type StaffConnection, memberOf } from './staff-frames.ts'
import { type OrderableRoom, orderableOf } from './order-port.ts'
import type { PrivateEvent } from './private-events.ts'
import { createDelivery } from './room-delivery.ts'
import { frameFact, joinedFact } from './room-frames.ts'
import { type Connection, type Held, received, isGone, type ViewerConnection } from './viewer-connection.ts'
import { createRoomHearts } from './room-hearts.ts'
import type { RoomShow } from './room-show.ts'
import { playedScriptOf } from './script-play.ts'
import { chatUserOf } from './tickets.ts'
import { createTimeline, type JoinSnapshot } from './timeline.ts'
import { createRunningCounts } from './running-counts.ts'
import { createRoomTimer } from './room-timer.ts'
import type { RoomInstanceDeps } from './room-instance-deps.ts'
import { createStockLeft } from './stock-left.ts'
import { textFrame } from './ws-frame.ts'

const cuing: ReadonlySet<string> = new Set(['cued', 'scriptOff', 'scriptOn'])

/** One room on this node: who sits in it, and what they are told, one frame a tick encoded once for all. */
export const createRoomInstance = (deps: RoomInstanceDeps, first: RoomShow, firstEpoch: number) => {
  const { clock } = deps
  const audience = createAudience()
  let show = first
  let epoch = firstEpoch
  let isBanned = bannedWordTest(first.live.bannedKeywords)
  const stock = createStockLeft(first)
  const counts = createRunningCounts()
  let [simulated, real, online] = [0, 0, 0]
  let slow: number | undefined = first.live.slowSeconds
  let onlineSent = -1

  const noticed = (event: Extract<RealEvent, { kind: 'slowed' | 'acted' }>): void => {
    if (event.kind === 'slowed') slow = event.seconds
    else if (cuing.has(event.act)) deps.recued?.()
  }
  const timeline = createTimeline(
    { read: deps.read, log: deps.log, nowMs: clock.ms(), noticed },
    playedScriptOf(first, deps.secret),
  )
  const hearts = createRoomHearts({
    clock,
    show: () => show,
    counts: (publicId) =>
      timeline.timeOut(publicId, clock.ms()) === undefined && !timeline.hidden().muted.has(publicId),
    ...deps.hearts,
  })
  const staffConnections = createStaffFrames(clock, () => ({ real, simulated }))
  const isEmpty = (): boolean => audience.connections().size === 0 && staffConnections.connections().size === 0
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
  const saysSimulated = (): boolean => simulated > 0 && show.disclosure

  const inform = (connection: ViewerConnection | StaffConnection, sent: JoinSnapshot, reset: boolean): void => {
    const who =
      'member' in connection
        ? memberOf(connection)
        : { you: chatUserOf(connection.identity), resume: deps.resumeFor(connection.identity) }
    const settings = timeline.settings('member' in connection ? undefined : connection.identity.publicId)
    const standing = {
      ...timeline.sent(),
      ...settings,
      ...counts.of(settings),
      slow: slowNow(),
      reset,
      stock: 'member' in connection ? stock.exact() : stock.all(),
      online,
      simulated: saysSimulated(),
    }
    connection.socket.write(joinedFact(who, sent, standing))
    informed(connection)
  }

  /** The room so far: what a client missed, or the newest when it holds nothing or missed too much. */
  const tellSoFar = (connection: ViewerConnection | StaffConnection, held: Held): void => {
    const listener = 'member' in connection ? 'staff' : connection.identity
    const holdsNothing = held.seq === 0 && held.since === 0
    const missed = holdsNothing ? undefined : timeline.missed(held.seq, held.since, listener)
    const isReset = !holdsNothing && missed === undefined
    inform(connection, missed ?? timeline.newest(listener), isReset)
  }

  const { release, cut, dismiss, dismissAll, send, sendToViewers, takeTurns, servedAtOnce, informed, takeCaughtUp } =
    createDelivery({
      audience,
      staffConnections,
      gone: deps.gone,
      waitsForTurn: deps.waitsForTurn ?? (() => false),
      emptied: () => timer.stop(),
      log: deps.log,
    })

  const frameOf = (eventsJson: string | undefined): Buffer | undefined => {
    const changed = { stock: stock.takeChange(), ...counts.take(), ...hearts.take() }
    const isChanged = Object.values(changed).some((part) => part !== undefined)
    if (eventsJson === undefined && !isChanged && online === onlineSent) return undefined
    const news = { online: online === onlineSent ? undefined : online, simulated: saysSimulated(), ...changed }
    onlineSent = online
    return frameFact(timeline.sent(), eventsJson ?? '[]', news)
  }

  const eventsFrame = (events: readonly PrivateEvent[]): Buffer =>
    frameFact(timeline.sent(), `[${events.map(({ json }) => json).join(',')}]`, {})

  /** What only one viewer may see: to each of that viewer's seats here. */
  const announceApart = (privateEvent: readonly PrivateEvent[]): void => {
    const own = Map.groupBy(privateEvent, ({ only }) => only)
    for (const [liveUserId, events] of own) {
      const viewer = liveUserId === '' ? undefined : audience.find(liveUserId)
      if (viewer === undefined) continue
      send(eventsFrame(events), [...viewer.connections])
    }
  }

  /** Tells who could not keep up, and has taken all since, how things stand. */
  const catchUp = (connection: ViewerConnection | StaffConnection): void => {
    const isControlRoom = 'member' in connection
    inform(connection, timeline.newest(isControlRoom ? 'staff' : connection.identity), true)
    if (isControlRoom)
      connection.socket.write(staffConnections.skippedFrame(timeline.newestPrivateEvent(roomLimits.controlRoomHistory)))
  }

  const tick = (): void => {
    const frame = frameOf(timeline.advance(clock.ms()))
    sendToViewers(frame)
    for (const { userId, json } of timeline.takeMuting()) {
      const others = [...audience.connections()].filter(({ identity }) => identity.publicId !== userId)
      send(frameFact(timeline.sent(), `[${json}]`, {}), [...others, ...staffConnections.connections()])
    }
    const privateEvent = timeline.takePrivateEvent()
    if (privateEvent.length > 0) announceApart(privateEvent)
    const hidden = stock.takeHidden()
    if (staffConnections.connections().size > 0) {
      if (frame !== undefined) send(frame, staffConnections.connections())
      if (hidden !== undefined)
        send(frameFact(timeline.sent(), '[]', { stock: hidden }), staffConnections.connections())
      const ofMuted = privateEvent.filter(({ isMuted }) => isMuted === true)
      if (ofMuted.length > 0) send(eventsFrame(ofMuted), staffConnections.connections())
      const controlRoomFrame = staffConnections.frame(privateEvent.filter(({ isMuted }) => isMuted !== true))
      if (controlRoomFrame !== undefined) send(controlRoomFrame, staffConnections.connections())
    }
    for (const connection of takeCaughtUp()) catchUp(connection)
  }

  const timer = createRoomTimer({
    log: deps.log,
    tick,
    recovered: () => {
      for (const connection of [...audience.connections(), ...staffConnections.connections()]) catchUp(connection)
    },
    intervalMs: () => (servedAtOnce() > roomLimits.largeAudience ? roomLimits.tickMsCrowded : roomLimits.tickMs),
    failed: deps.failed,
  })

  return {
    timeline,
    audience,
    staffConnections,
    hearts,
    live: () => show.live,
    /** As it plays. */
    script: () => show.script,
    /** Votes so far of the poll that is open; who takes part so far in the giveaway that is. */
    setVotes: counts.setVotes,
    setEntrants: counts.setEntrants,
    firmId: first.live.firmId,
    epoch: () => epoch,
    raiseEpoch: (to: number): void => {
      epoch = Math.max(epoch, to)
    },
    isBanned: (text: string): boolean => isBanned(text),
    status: (): LiveStatus => liveStatusAt(show.live, clock.ms()),
    online: (): number => online,
    saysSimulated,
    /** Real viewers over all nodes. */
    real: (): number => real,
    isEmpty,
    /** Seconds between two messages of one viewer; 0: no slow mode. */
    slow: slowNow,
    /** What comments may order now. */
    orderable: (): OrderableRoom => orderableOf(show.products, timeline.settings().unlisted, timeline.shown()),

    /** Seats a connection and tells it the room so far; from then on it gets every frame. */
    enter: (connection: ViewerConnection, held: Held): void => {
      // The room went on while nobody was here to be told; or this viewer was told more at another node.
      if (isEmpty() || held.seq > timeline.sent().seq) tick()
      const { isNew, replaced } = audience.add(connection)
      if (replaced) dismiss(replaced, 'replaced')
      if (isNew) {
        if (!connection.identity.preview) deps.arrived(connection.identity, connection.network)
        countOnline()
      }
      tellSoFar(connection, held)
      timer.start()
    },

    /** Seats one of the staff; `newest` is what isn't for all, from the log. */
    enterControlRoom: (connection: StaffConnection, held: Held, newest: readonly RealEvent[]): void => {
      if (isEmpty() || held.seq > timeline.sent().seq) tick()
      staffConnections.add(connection)
      tellSoFar(connection, held)
      connection.socket.write(staffConnections.joinedFrame(newest))
      timer.start()
    },

    /** The connection is closed already. */
    leave: release,

    /** Sends one fact to one seat; who asks and asks and takes no answer is cut. */
    sendTo: (connection: ViewerConnection | StaffConnection, fact: object): void => {
      if (connection.socket.writableLength > 2 * roomLimits.backlogBytes) {
        cut(connection)
      } else connection.socket.write(textFrame(JSON.stringify(fact)))
    },

    tick,

    /** A viewer said something, chose, or answered that it is watching. */
    showedLife: ({ identity }: ViewerConnection): void => deps.showedLife?.(identity),

    /** Asks a viewer whether it is watching. */
    askPresence: (liveUserId: string): void => {
      const frame = textFrame(JSON.stringify({ t: 'presenceAsked' } satisfies Fact))
      send(frame, [...(audience.find(liveUserId)?.connections ?? [])])
    },

    /** Every second: counts, asks the silent, ends the dead. */
    everySecond: (): void => {
      const nowMs = clock.ms()
      if (isEmpty()) {
        timeline.advance(nowMs)
        timeline.takePrivateEvent()
        timeline.takeMuting()
        hearts.take()
      }
      audience.forgetSaid(nowMs, slowNow())
      timeline.forgetSaid(nowMs)
      for (const connection of [...audience.connections(), ...staffConnections.connections()])
        if (isGone(connection, nowMs)) cut(connection)
      takeTurns()
      countAll()
    },

    hear: (connection: Connection): void => received(connection, clock.ms()),

    /** Stock that changed, by variant id; what the room doesn't sell is left out. */
    restock: stock.restock,

    /** The live was changed: another time, script, products or words. */
    change: (next: RoomShow): void => {
      if (next.live.anonymousAllowed === false)
        for (const connection of [...audience.connections()])
          if (connection.identity.anonymous) dismiss(connection, 'badTicket')
      // The room may have been told a newer one already.
      if (next.live.slowSeconds !== show.live.slowSeconds) slow = next.live.slowSeconds
      show = next
      isBanned = bannedWordTest(next.live.bannedKeywords)
      stock.change(next)
      timeline.play(playedScriptOf(next, deps.secret))
      countAll()
    },

    /** Ends the connections of one viewer. */
    bar: (liveUserId: string, reason: CloseReason): void => {
      for (const connection of [...(audience.find(liveUserId)?.connections ?? [])]) dismiss(connection, reason)
    },

    /** Ends a line of the staff. */
    endControlRoom: (connection: StaffConnection, reason: CloseReason): void => dismiss(connection, reason),

    /** Tells what is still to be told and ends all connections. */
    close: (reason: CloseReason): void => {
      dismissAll(reason, tick)
      timer.stop()
    },
  }
}
export type RoomInstance = ReturnType<typeof createRoomInstance>
