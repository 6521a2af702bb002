import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import { unguessable } from '../../platform/ids.ts'
import type { RoomService } from './room.service.ts'

/** What the room's routes change of a live: its own module's service. */
export interface LiveStates {
  publish(firmId: string, liveId: string): Promise<void>
  cancel(firmId: string, liveId: string): Promise<void>
  close(firmId: string, liveId: string): Promise<void>
}

/** Tells the device of an anonymous viewer, so that a reload is the same viewer. */
export const deviceCookie = 'kaimai_device'
const deviceCookieOptions = { maxAgeSeconds: 365 * 86_400, path: '/api/room' } as const
const deviceIds = /^[\w-]{16,64}$/

export const roomPlugin = ({ rooms, lives }: { rooms: RoomService; lives: LiveStates }) =>
  bind(roomRoutes, {
    show: ({ query }) => rooms.show(query.streamId),
    publish: async ({ firm, body }) => {
      await lives.publish(firm.id, body.liveId)
      return {}
    },
    cancel: async ({ firm, query }) => {
      await lives.cancel(firm.id, query.liveId)
      return {}
    },
    close: async ({ firm, query }) => {
      await lives.close(firm.id, query.liveId)
      return {}
    },
    join: ({ body, cookie, setCookie, ip, language }) => {
      const device = cookie(deviceCookie)
      return rooms.join(body, {
        device: device !== undefined && deviceIds.test(device) ? device : undefined,
        newDevice: unguessable,
        setDevice: (made) => setCookie(deviceCookie, made, deviceCookieOptions),
        ip,
        language,
      })
    },
    history: ({ viewer, query }) => rooms.history(viewer, query.streamId, query.before, query.limit),
  })
