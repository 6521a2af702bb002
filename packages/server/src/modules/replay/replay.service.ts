import { fail } from '@kaimai/contract/common/error.ts'
import { cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import { isReplayOpen, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { ReplayChunk } from '@kaimai/contract/replay/replay.routes.ts'
import { heartSpansOf } from '@kaimai/contract/room/hearts.rules.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { isLoopback, networkOf } from '../../platform/http/client-address.ts'
import type { ViewerCaller } from '../../platform/http/caller.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secret.ts'
import { chunkBegin, chunkEnd, replayChunk } from './replay-chunks.ts'
import type { ReplayStore } from './replay.store.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { RoomSources } from '../room/room.service.ts'
import { scriptedEvents } from '../room/scripted.ts'

export interface ReplayDeps {
  readonly sources: Pick<RoomSources, 'lives' | 'firms' | 'cues'> & {
    /** How long its video is; null: it plays none of ours. */
    readonly videoMs: (live: Pick<LiveRecord, 'firmId' | 'videoId'>) => Promise<number | null>
  }
  readonly store: ReplayStore
  readonly platform: {
    readonly clock: Clock
    readonly limits: Pick<Limits, 'take' | 'reset'>
    readonly secret: Pick<Secret, 'sign'>
    readonly log: Pick<Log, 'error'>
  }
}

/** The same for everybody: computed once in so long. A comment that is taken away is gone from replays by then. */
const heldMs = 5_000
/** A playhead may come from so far before the piece that it is in. */
const heartsAheadMs = 2_000
const maxHeld = 300
const roomsAtOnce = 200

const hourMs = 3_600_000
/** Viewers of one network whose watching of one replay is charged within an hour. */
export const replayWatchers = { limit: 50, windowMs: hourMs } as const
const onceAnHour = { limit: 1, windowMs: hourMs } as const
/** Nobody is charged for more of one viewer than so many times the recording. */
const timesOver = 3

/** What happened in an ended live, for who watches it again; and what that costs the merchant. */
export const createReplay = ({ sources, store, platform }: ReplayDeps) => {
  const { lives, firms } = sources
  const { clock, limits, secret, log } = platform
  const held = new Map<string, { readonly atMs: number; readonly chunk: Promise<ReplayChunk> }>()

  /** Throws `notFound` for what has not ended, `gone` for a replay that is not open. */
  const openReplay = async (streamId: string): Promise<{ live: LiveRecord; disclosure: boolean }> => {
    const live = await lives.findByStreamId(streamId)
    if (live === undefined) throw fail('notFound')
    const firm = await firms.publicFirm(live.firmId)
    if (firm.suspended) throw fail('notFound')
    const nowMs = clock.ms()
    if (!isReplayOpen(live, nowMs)) {
      const status = liveStatusAt(live, nowMs)
      if (status === 'ended') throw fail('gone', { reason: roomErrors.replayClosed })
      if (status === 'cancelled') throw fail('gone', { reason: roomErrors.liveCancelled })
      throw fail('notFound')
    }
    return { live, disclosure: live.disclosure ?? firm.disclosure }
  }

  const compute = async (live: LiveRecord, disclosure: boolean, fromMs: number): Promise<ReplayChunk> => {
    const lengthMs = live.endAtMs - live.beginAtMs
    const untilMs = chunkEnd(fromMs, lengthMs)
    const [planned, cues, videoMs, settings, said, pins, removedLines, asked, given] = await Promise.all([
      lives.script(live.id),
      sources.cues?.(live.firmId, live.id) ?? [],
      sources.videoMs(live),
      store.roomState(live.firmId, live.id),
      store.between(live.firmId, live.id, fromMs, untilMs),
      store.pins(live.firmId, live.id),
      store.removedLines(live.firmId, live.id),
      store.asked(live.firmId, live.id),
      live.heartsAllowed ? store.hearts(live.firmId, live.id, fromMs - heartsAheadMs, untilMs) : [],
    ])
    const script = cuedScript(planned, cues).filter(({ id }) => !removedLines.has(id))
    const eventOf = scriptedEvents({ secret, liveId: live.id, disclosure, planned })
    const roomState = [...settings, ...pins]
    const events = [...said, ...pins.filter(({ ms }) => ms >= fromMs && ms < (untilMs ?? Number.POSITIVE_INFINITY))]
    const simulated = disclosure ? { simulated: true as const } : {}
    const hearts = [
      ...given.map(({ second, count }) => ({ atMs: second * 1000, seconds: 1, count })),
      ...(live.heartsAllowed ? heartSpansOf(script) : []).map((span) => ({ ...span, ...simulated })),
    ]
    const recorded = { hearts, lengthMs, videoMs, script, eventOf, productIds: live.productIds, roomState, asked }
    return replayChunk(recorded, fromMs, events)
  }

  /** Counts each viewer of an address once an hour. Throws `tooManyRequests` for one too many. */
  const checkConnectionLimits = async (liveId: string, liveUserId: string, ip: string): Promise<void> => {
    if (isLoopback(ip)) return
    const seat = `replay-viewer ${liveId} ${ip} ${liveUserId}`
    if (!(await limits.take(seat, onceAnHour)).ok) return
    const taken = await limits.take(`replay-viewers ${liveId} ${networkOf(ip)}`, replayWatchers)
    if (taken.ok) return
    await limits.reset(seat)
    throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
  }

  const charge = async (firmId: string, liveId: string): Promise<void> => {
    const live = await lives.find(firmId, liveId)
    const { isDemo } = await firms.publicFirm(firmId)
    await store.charge(firmId, liveId, clock.now(), isDemo || live?.platformType === 'youtube')
  }

  return {
    /** The piece that holds `fromMs` of room time. */
    chunk: async (streamId: string, fromMs: number): Promise<ReplayChunk> => {
      const { live, disclosure } = await openReplay(streamId)
      const begin = Math.min(chunkBegin(fromMs), chunkBegin(Math.max(0, live.endAtMs - live.beginAtMs - 1)))
      const name = `${live.id} ${begin} ${live.endAtMs} ${disclosure}`
      const known = held.get(name)
      const nowMs = clock.ms()
      if (known !== undefined && nowMs >= known.atMs && nowMs - known.atMs < heldMs) return known.chunk
      const chunk = compute(live, disclosure, begin)
      chunk.catch(() => held.delete(name))
      held.delete(name)
      held.set(name, { atMs: nowMs, chunk })
      const [oldest] = held.keys()
      if (held.size > maxHeld && oldest !== undefined) held.delete(oldest)
      return chunk
    },

    /**
     * A viewer watches; what counts is our clock, of each viewer at most three times the recording. Throws
     * `tooManyRequests`, and counts nothing, for more viewers of one network than are charged.
     */
    timeLog: async (
      viewer: Pick<ViewerCaller, 'firmId' | 'liveId' | 'liveUserId'>,
      said: { streamId: string; playheadMs: number; playing: boolean },
      ip: string,
    ): Promise<void> => {
      const { live } = await openReplay(said.streamId)
      if (live.id !== viewer.liveId) throw fail('notFound')
      const { playing, playheadMs } = said
      await checkConnectionLimits(live.id, viewer.liveUserId, ip)
      const maxMs = timesOver * (live.endAtMs - live.beginAtMs)
      await store.watched(viewer, { at: clock.now(), playing, playheadMs, maxMs })
    },

    /** Charges all that was watched and not charged so far: for a job, every minute. */
    chargeDue: async (): Promise<void> => {
      let after: string | undefined
      for (;;) {
        const rooms = await store.unsettled(after, roomsAtOnce)
        for (const { firmId, liveId } of rooms) {
          try {
            await charge(firmId, liveId)
          } catch (error) {
            log.error({ err: error, liveId }, 'a replay could not be charged')
          }
        }
        after = rooms.at(-1)?.liveId
        if (rooms.length < roomsAtOnce) return
      }
    },
    /** Charges one replay now; again charges nothing. */
    settle: charge,
    figures: store.figures,
  }
}
export type Replay = ReturnType<typeof createReplay>
