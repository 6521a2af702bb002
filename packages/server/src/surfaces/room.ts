import type { Services } from './services.ts'
import { roomBlockPlugin } from '../modules/block/block.plugin.ts'
import { cartPlugin } from '../modules/order/order.plugin.ts'
import { markPlugin } from '../modules/room/mark.plugin.ts'
import { roomPlugin } from '../modules/room/room.plugin.ts'
import { publicSalesPagePlugin } from '../modules/sales-page/sales-page.plugin.ts'
import { publicSignupPlugin } from '../modules/signup/signup.plugin.ts'
import type { Platform } from '../platform/platform.ts'

/** The live-room service, at /api/room (and the WebSocket). */
export const roomModules = (
  { rooms, marks, blocks, lives, orders, desk, salesDesk }: Services,
  { limits }: Pick<Platform, 'limits'>,
) => [
  ...roomPlugin({ rooms: rooms.service, lives }),
  ...markPlugin(marks),
  ...roomBlockPlugin(blocks),
  ...publicSignupPlugin({ desk, limits }),
  ...publicSalesPagePlugin(salesDesk),
  ...cartPlugin(orders),
]
