import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { type Actor, actorOf } from '../../platform/audit/audit.ts'
import { bind, type Surroundings } from '../../platform/http/bind.ts'
import { deviceHash, knownDevice } from '../../platform/http/device.ts'
import type { RoomService } from './room.service.ts'

/** What the room's routes change of a live: its own module's service. */
export interface LiveStates {
  publish(firmId: string, liveId: string, by: Actor): Promise<void>
  cancel(firmId: string, liveId: string, by: Actor): Promise<void>
  close(firmId: string, liveId: string, by: Actor): Promise<void>
}

export const roomPlugin = ({
  rooms,
  lives,
  staffFirmOf,
}: {
  rooms: RoomService
  lives: LiveStates
  /** The firm of whose staff a browser is, in one room. */
  staffFirmOf: (from: Pick<Surroundings, 'cookie'>, streamId: string) => string | undefined
}) =>
  bind(roomRoutes, {
    show: ({ query }) => rooms.show(query.streamId),
    description: ({ query }) => rooms.description(query.streamId, query.productId),
    publish: async ({ firm, body, ip }) => {
      await lives.publish(firm.id, body.liveId, actorOf(firm, ip))
      return {}
    },
    cancel: async ({ firm, query, ip }) => {
      await lives.cancel(firm.id, query.liveId, actorOf(firm, ip))
      return {}
    },
    close: async ({ firm, query, ip }) => {
      await lives.close(firm.id, query.liveId, actorOf(firm, ip))
      return {}
    },
    join: (context) =>
      rooms.join(context.body, {
        device: knownDevice(context),
        // Gives the browser its cookie, the one that sign-up forms know too.
        newDevice: () => deviceHash(context),
        setDevice: () => {},
        ip: context.ip,
        staffOf: staffFirmOf(context, context.body.streamId),
        language: context.language,
      }),
    history: ({ viewer, query: { streamId, ...asked } }) => rooms.history(viewer, streamId, asked),
  })
