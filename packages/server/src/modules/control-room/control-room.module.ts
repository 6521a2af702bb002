import type { Platform } from '../../platform/platform.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { CommentOrderService } from '../order/comment-order.service.ts'
import type { ControlRoomOrderReader } from '../order/control-room-orders.service.ts'
import type { VideoService } from '../video/video.service.ts'
import type { VirtualUserService } from '../virtual-user/virtual-user.service.ts'
import { createConnectionStore } from '../live-hours/connection.store.ts'
import { createControlRoomCommentStore } from './control-room-comment.store.ts'
import { createControlRoomFigureStore } from './control-room-figure.store.ts'
import { createControlRoomProducts } from './control-room-products.service.ts'
import { createPinnedMessage } from './pinned-message.service.ts'
import { createRoomCurves } from './room-curve.service.ts'
import { createStaffLine } from './staff-line.service.ts'
import { createTimeOuts } from './time-out.service.ts'
import { createModeration } from './moderation.service.ts'
import { createControlRoomReading } from './control-room-lists.service.ts'
import { createControlRoomReplies } from './quick-replies.service.ts'
import { createControlRoomAccess } from './control-room-access.ts'
import { createControlRoomShow } from './script-control.service.ts'
import { createControlRoomSpeech } from './staff-speech.service.ts'
import { controlRoomStanding } from './current-room-state.ts'
import { createControlRoomState } from './control-room-state.service.ts'
import type { PeekCount } from '../live/peek-count.service.ts'
import type { ViewerListService } from '../viewer/viewer-list.service.ts'
import type { LiveChanges } from './live-changes.ts'
import type { AccessService } from '../access/access.service.ts'
import type { Crew } from '../live/crew.service.ts'
import type { Rehearsals } from '../live/rehearsals.service.ts'
import { createCrewControl } from './crew-control.service.ts'
import { createRehearsalControl } from './rehearsal-control.service.ts'
import { createGiveawayControl } from './giveaway-control.service.ts'
import { createPollControl } from './poll-control.service.ts'
import { createManyComments } from './many-comments.service.ts'
import { createControlRoomMarks, type Marks } from './marks.service.ts'
import type { RoomParts } from '../room/room-parts.ts'
import { createHeartStore } from '../room/heart.store.ts'
import { createRoomStore } from '../room/room.store.ts'
import { videoLength } from '../room/video-length.ts'

export interface ControlRoomDeps {
  readonly platform: Platform
  readonly rooms: { readonly parts: RoomParts }
  readonly lives: LiveChanges
  readonly liveReader: Pick<LiveReader, 'runningOf'>
  readonly videos: Pick<VideoService, 'summaries'>
  readonly viewerList: ViewerListService
  readonly orders: { readonly byComment: CommentOrderService; readonly ofControlRoom: ControlRoomOrderReader }
  readonly virtualUsers: Pick<VirtualUserService, 'find' | 'list'>
  readonly marks: Marks
  readonly access: Pick<AccessService, 'can'>
  readonly crew: Crew
  readonly rehearsals: Rehearsals
  readonly peekCount: Pick<PeekCount, 'count'>
}

/** The control room: all that its staff reads and does, on the room's own parts. */
export const createControlRoomModule = (deps: ControlRoomDeps) => {
  const { platform, lives, liveReader, videos, viewerList, virtualUsers, marks, peekCount, crew, rehearsals } = deps
  const { sources, roomLog, liveUsers, cues, mutes, registry, tickets, polls, giveaways } = deps.rooms.parts
  const { db, clock, secret } = platform
  const store = createRoomStore(db)
  const orders = { ...deps.orders.byComment, ...deps.orders.ofControlRoom }
  const comments = createControlRoomCommentStore(db)
  const figures = createControlRoomFigureStore(db, { connections: createConnectionStore(db), comments, peekCount })
  const room = createControlRoomAccess({ platform, sources, roomLog })
  const roomStateOf = controlRoomStanding({ lives: sources.lives, cues, store, clock })
  const moderation = createModeration({ platform, room, comments, mutes, liveUsers })
  const controlRoomMarks = createControlRoomMarks({ db, room, marks })
  return {
    state: createControlRoomState({
      clock,
      room,
      roomStateOf,
      figures,
      orders,
      seats: { registry, tickets },
      crewRole: crew.roleOf,
      rehearsalOf: rehearsals.running,
      sources: {
        ...sources,
        runningOf: liveReader.runningOf,
        videoMs: videoLength(videos),
        videos,
      },
    }),
    reading: createControlRoomReading({
      room,
      comments,
      orders,
      roomStateOf,
      liveUsers,
      viewers: viewerList,
      regulars: orders.regulars,
    }),
    speech: createControlRoomSpeech({
      room,
      secret,
      comments,
      roomStateOf,
      firms: sources.firms,
      virtualUser: virtualUsers.find,
    }),
    moderation,
    pins: createPinnedMessage({ room, comments, mutes, liveUsers, roomStateOf }),
    timeOuts: createTimeOuts({ clock, room, liveUsers, roomStateOf }),
    staffLine: createStaffLine({ db, room }),
    curves: createRoomCurves({
      db,
      clock,
      room,
      hearts: createHeartStore(db),
      script: sources.lives.script,
      cues: cues.cues,
    }),
    crew: createCrewControl({ platform, room, crew, access: deps.access }),
    rehearsals: createRehearsalControl({ clock, room, rehearsals, sources, videos }),
    many: createManyComments({ room, moderation, marks: controlRoomMarks }),
    liveProducts: createControlRoomProducts({ room, roomStateOf, lives }),
    show: createControlRoomShow({ platform, room, lives: sources.lives, cues, store, roomStateOf }),
    polls: createPollControl({ clock, room, polls, store }),
    giveaways: createGiveawayControl({ clock, room, giveaways, store, sources }),
    replies: createControlRoomReplies({
      platform,
      store: figures,
      named: async (firmId, q, limit) => (await virtualUsers.list(firmId, { q, limit })).items,
    }),
    marks: controlRoomMarks,
  }
}
export type ControlRoom = ReturnType<typeof createControlRoomModule>
