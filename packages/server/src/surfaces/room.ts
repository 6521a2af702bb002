import type { Services } from './services.ts'
import { roomBlockPlugin } from '../modules/block/block.plugin.ts'
import { profilePlugin } from '../modules/customer/profile.plugin.ts'
import { cartPlugin, commentOrderPlugin } from '../modules/order/order.plugin.ts'
import { productReminderPlugin } from '../modules/order/product-reminders.plugin.ts'
import { controlRoomPlugin } from '../modules/control-room/control-room.plugin.ts'
import { crewPlugin } from '../modules/control-room/crew-control.plugin.ts'
import { rehearsalPlugin } from '../modules/control-room/rehearsal.plugin.ts'
import { manyCommentsPlugin } from '../modules/control-room/many-comments.plugin.ts'
import { markPlugin } from '../modules/control-room/mark.plugin.ts'
import { giveawayControlPlugin, giveawayPlugin } from '../modules/control-room/giveaway-control.plugin.ts'
import { pollControlPlugin } from '../modules/control-room/poll-control.plugin.ts'
import { pinnedMessagePlugin } from '../modules/control-room/pinned-message.plugin.ts'
import { roomCurvePlugin } from '../modules/control-room/room-curve.plugin.ts'
import { scriptControlPlugin } from '../modules/control-room/script-control.plugin.ts'
import { staffLinePlugin } from '../modules/control-room/staff-line.plugin.ts'
import { timeOutPlugin } from '../modules/control-room/time-out.plugin.ts'
import { replayPlugin } from '../modules/replay/replay.plugin.ts'
import { roomPlugin } from '../modules/room/room.plugin.ts'
import { publicSalesPagePlugin } from '../modules/sales-page/sales-page.plugin.ts'
import { ownSignupPlugin, publicSignupPlugin } from '../modules/signup/signup.plugin.ts'
import { trackingPlugin } from '../modules/tracking/tracking.plugin.ts'
import type { Platform } from '../platform/platform.ts'

/** The live-room service, at /api/room (and the WebSocket). */
export const roomModules = (
  {
    rooms,
    staffBrowsers,
    replay,
    controlRoom,
    blocks,
    lives,
    letterTemplates,
    orders,
    profiles,
    publicSignup,
    signupCodes,
    correctContact,
    peek,
    seatRelease,
    publicSalesPage,
    tracking,
  }: Services,
  { limits }: Pick<Platform, 'limits'>,
) => [
  ...roomPlugin({ rooms: rooms.service, lives, staffFirmOf: staffBrowsers.firmInRoom }),
  ...replayPlugin(replay),
  ...controlRoomPlugin(controlRoom),
  ...markPlugin(controlRoom.marks),
  ...scriptControlPlugin(controlRoom.show),
  ...pollControlPlugin(controlRoom.polls),
  ...giveawayControlPlugin(controlRoom.giveaways),
  ...giveawayPlugin(controlRoom.giveaways),
  ...pinnedMessagePlugin(controlRoom.pins),
  ...timeOutPlugin(controlRoom.timeOuts),
  ...manyCommentsPlugin(controlRoom.many),
  ...crewPlugin(controlRoom.crew),
  ...rehearsalPlugin(controlRoom.rehearsals),
  ...roomCurvePlugin(controlRoom.curves),
  ...staffLinePlugin(controlRoom.staffLine),
  ...roomBlockPlugin(blocks),
  ...publicSignupPlugin({ publicSignup, peek, seatRelease, limits }),
  ...ownSignupPlugin({ codes: signupCodes, correctContact, limits }),
  ...publicSalesPagePlugin(publicSalesPage),
  ...cartPlugin(orders),
  ...productReminderPlugin(letterTemplates.productReminders),
  ...commentOrderPlugin(orders),
  ...trackingPlugin(tracking),
  ...profilePlugin(profiles),
]
