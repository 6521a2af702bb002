import { isReplayOpen, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { PastFilm } from '@kaimai/contract/live/past-film.schema.ts'
import type { PublicRoom, RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { z } from 'zod'
import type { PublicFirm } from '../firm/firm.service.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'

/** Where a room's pictures are. */
export interface Playback {
  readonly posterUrl: string
  /** Empty for a room without a video. */
  readonly playlistUrl: string
  readonly replayUrl: string
  /** Its picture is higher than wide. */
  readonly tall?: boolean
  /** What plays past the film; undefined while nobody has chosen anything. */
  readonly pastFilm?: PastFilm | undefined
}

/** The number of viewers that a room shows. */
export interface ShownOnline {
  readonly online: number
  /** Whether viewers are told that it counts simulated ones. */
  readonly simulated: boolean
}

const iso = (ms: number): string => new Date(ms).toISOString()

export const presentRoom = (
  live: LiveRecord,
  of: {
    firm: Pick<PublicFirm, 'name' | 'imgUrl' | 'contactLink' | 'disclosure' | 'searchable' | 'testMode'>
    playback: Playback
    products: readonly RoomProduct[]
    signupPath: string
    shownOnline: ShownOnline
    tracking: TrackingSetup
    nowMs: number
  },
): z.input<typeof PublicRoom> => {
  const { firm, playback, nowMs } = of
  return {
    streamId: live.streamId,
    liveName: live.liveName,
    platformType: live.platformType,
    status: liveStatusAt(live, nowMs),
    beginAt: iso(live.beginAtMs),
    endAt: iso(live.endAtMs),
    waitingMinutes: live.waitingMinutes,
    replayUntil: live.replayUntilMs === null ? null : iso(live.replayUntilMs),
    posterUrl: playback.posterUrl,
    playlistUrl: playback.playlistUrl,
    replayUrl: isReplayOpen(live, nowMs) ? playback.replayUrl : '',
    tall: playback.tall ?? false,
    ...(playback.pastFilm && { pastFilm: playback.pastFilm }),
    youtubeId: live.youtubeId,
    infoImages: [...live.infoImages],
    hostName: live.hostName,
    anonymousAllowed: live.anonymousAllowed,
    heartsAllowed: live.heartsAllowed,
    disclosure: live.disclosure ?? firm.disclosure,
    firm: { name: firm.name, imgUrl: firm.imgUrl, contactLink: firm.contactLink },
    ...(firm.searchable ? {} : { noindex: true as const }),
    ...(firm.testMode ? { testMode: true as const } : {}),
    signupPath: of.signupPath,
    products: [...of.products],
    online: of.shownOnline.online,
    ...(of.shownOnline.simulated ? { simulated: true as const } : {}),
    tracking: of.tracking,
    now: iso(nowMs),
  }
}
