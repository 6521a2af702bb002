import type { Services } from './services.ts'
import { roomBlockPlugin } from '../modules/block/block.plugin.ts'
import { profilePlugin } from '../modules/customer/profile.plugin.ts'
import { cartPlugin, commentOrderPlugin } from '../modules/order/order.plugin.ts'
import { controlRoomPlugin } from '../modules/control-room/control-room.plugin.ts'
import { markPlugin } from '../modules/control-room/mark.plugin.ts'
import { replayPlugin } from '../modules/replay/replay.plugin.ts'
import { roomPlugin } from '../modules/room/room.plugin.ts'
import { publicSalesPagePlugin } from '../modules/sales-page/sales-page.plugin.ts'
import { publicSignupPlugin } from '../modules/signup/signup.plugin.ts'
import { trackingPlugin } from '../modules/tracking/tracking.plugin.ts'
import type { Platform } from '../platform/platform.ts'

/** The live-room service, at /api/room (and the WebSocket). */
export const roomModules = (
  {
    rooms,
    replay,
    controlRoom,
    blocks,
    lives,
    orders,
    profiles,
    publicSignup,
    seatRelease,
    publicSalesPage,
    tracking,
  }: Services,
  { limits }: Pick<Platform, 'limits'>,
) => [
  ...roomPlugin({ rooms: rooms.service, lives }),
  ...replayPlugin(replay),
  ...controlRoomPlugin(controlRoom),
  ...markPlugin(controlRoom.marks),
  ...roomBlockPlugin(blocks),
  ...publicSignupPlugin({ publicSignup, seatRelease, limits }),
  ...publicSalesPagePlugin(publicSalesPage),
  ...cartPlugin(orders),
  ...commentOrderPlugin(orders),
  ...trackingPlugin(tracking),
  ...profilePlugin(profiles),
]
