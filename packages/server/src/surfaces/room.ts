import type { Services } from './services.ts'
import { cartPlugin } from '../modules/order/order.plugin.ts'
import { roomPlugin } from '../modules/room/room.plugin.ts'
import { publicSignupPlugin } from '../modules/signup/signup.plugin.ts'
import type { Platform } from '../platform/platform.ts'

/** The live-room service, at /api/room (and the WebSocket). */
export const roomModules = ({ rooms, lives, orders, desk }: Services, { limits }: Pick<Platform, 'limits'>) => [
  ...roomPlugin({ rooms: rooms.service, lives }),
  ...publicSignupPlugin({ desk, limits }),
  ...cartPlugin(orders),
]
