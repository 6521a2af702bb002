import type { Platform } from '../../platform/platform.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { CommentOrderService } from '../order/comment-order.service.ts'
import type { DeskOrderReader } from '../order/control-room-orders.service.ts'
import type { VideoService } from '../video/video.service.ts'
import type { VirtualUserService } from '../virtual-user/virtual-user.service.ts'
import { createConnectionStore } from '../live-hours/connection.store.ts'
import { createDeskCommentStore } from './control-room-comment.store.ts'
import { createDeskFigureStore } from './control-room-figure.store.ts'
import { createDeskGoods } from './control-room-products.service.ts'
import { createModeration } from './moderation.service.ts'
import { createDeskReading } from './control-room-lists.service.ts'
import { createDeskReplies } from './quick-replies.service.ts'
import { createDeskRoom } from './control-room-access.ts'
import { createDeskShow } from './script-control.service.ts'
import { createDeskSpeech } from './staff-speech.service.ts'
import { deskStanding } from './current-room-state.ts'
import { createDeskState } from './control-room-state.service.ts'
import type { LiveUserDesk } from '../viewer/viewer-list.service.ts'
import type { LiveChanges } from './live-changes.ts'
import { createDeskMarks, type Marks } from './marks.service.ts'
import type { RoomParts } from '../room/room-parts.ts'
import { createRoomStore } from '../room/room.store.ts'
import { videoLength } from '../room/video-length.ts'

export interface ControlRoomNeeds {
  readonly platform: Platform
  readonly rooms: { readonly parts: RoomParts }
  readonly lives: LiveChanges
  readonly liveReader: Pick<LiveReader, 'runningOf'>
  readonly videos: Pick<VideoService, 'summaries'>
  readonly liveUserDesk: LiveUserDesk
  readonly orders: { readonly byComment: CommentOrderService; readonly ofDesk: DeskOrderReader }
  readonly virtualUsers: Pick<VirtualUserService, 'find' | 'list'>
  readonly marks: Marks
}

/** The control room: all that its staff reads and does, on the room's own parts. */
export const assembleDesk = (needs: ControlRoomNeeds) => {
  const { platform, lives, liveReader, videos, liveUserDesk, virtualUsers, marks } = needs
  const { sources, roomLog, liveUsers, cues, mutes, hub, tickets } = needs.rooms.parts
  const { db, clock, secret } = platform
  const store = createRoomStore(db)
  const orders = { ...needs.orders.byComment, ...needs.orders.ofDesk }
  const comments = createDeskCommentStore(db)
  const figures = createDeskFigureStore(db, { connections: createConnectionStore(db), comments })
  const room = createDeskRoom({ platform, sources, roomLog })
  const standingOf = deskStanding({ lives: sources.lives, cues, store, clock })
  return {
    state: createDeskState({
      ...{ clock, room, standingOf, figures, orders, seats: { hub, tickets } },
      sources: {
        ...sources,
        runningOf: liveReader.runningOf,
        videoMs: videoLength(videos),
      },
    }),
    reading: createDeskReading({
      ...{ room, comments, orders, standingOf, liveUsers, viewers: liveUserDesk },
      regulars: orders.regulars,
    }),
    speech: createDeskSpeech({
      ...{ room, secret, comments, standingOf, firms: sources.firms },
      virtualUser: virtualUsers.find,
    }),
    moderation: createModeration({ platform, room, comments, mutes, liveUsers }),
    goods: createDeskGoods({ room, standingOf, lives }),
    show: createDeskShow({ platform, room, lives: sources.lives, cues, store }),
    replies: createDeskReplies({
      platform,
      store: figures,
      named: async (firmId, q, limit) => (await virtualUsers.list(firmId, { q, limit })).items,
    }),
    marks: createDeskMarks({ db, room, marks }),
  }
}
export type ControlRoom = ReturnType<typeof assembleDesk>
