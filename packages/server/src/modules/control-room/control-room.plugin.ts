import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ControlRoom } from './control-room.module.ts'

/** The calls of the control room: what the staff reads of a room, and does in it. */
export const controlRoomPlugin = ({ state, reading, speech, moderation, liveProducts, replies }: ControlRoom) =>
  bind(controlRoomRoutes, {
    controlRoom: ({ firm, ip, query }) => state.controlRoom({ firm, ip }, query.liveId),
    ticket: ({ firm, ip, body }) => state.ticket({ firm, ip }, body.liveId),
    running: ({ firm }) => state.running(firm),
    figures: ({ firm, query }) => state.figures(firm, query.liveId),
    comments: ({ firm, query }) => reading.comments(firm, query),
    person: ({ firm, query }) => reading.person(firm, query),
    viewers: ({ firm, query }) => reading.viewers(firm, query),
    userImages: ({ firm, query }) => replies.virtualUsers(firm.id, query.q),
    say: ({ firm, ip, body }) => speech.say({ firm, ip }, body),
    sayAsSelf: ({ firm, ip, body }) => speech.say({ firm, ip }, { ...body, as: 'staff', virtualUserId: null }),
    decide: async ({ firm, ip, body }) => {
      await moderation.decide({ firm, ip }, body)
      return {}
    },
    mute: async ({ firm, ip, body }) => {
      await moderation.mute({ firm, ip }, body)
      return {}
    },
    broadcast: ({ firm, ip, body }) => speech.broadcast({ firm, ip }, body),
    keyword: ({ firm, ip, body }) => liveProducts.keyword({ firm, ip }, body),
    product: async ({ firm, ip, body }) => {
      await liveProducts.product({ firm, ip }, body)
      return {}
    },
    settings: async ({ firm, ip, body }) => {
      await liveProducts.settings({ firm, ip }, body)
      return {}
    },
    anonymousEntry: async ({ firm, ip, body }) => {
      await liveProducts.settings({ firm, ip }, body)
      return {}
    },
    extend: ({ firm, ip, body }) => liveProducts.extend({ firm, ip }, body),
    pastFilm: ({ firm, ip, body }) => liveProducts.pastFilm({ firm, ip }, body),
    quickReplies: ({ firm, ip, body }) => replies.set({ firm, ip }, body.quickReplies),
  })
