import { defineScreens } from '../../lib/screens/screens.ts'

export const roomScreens = defineScreens({
  streamingEdit: () => import('../control-room/control-room.page.tsx').then((m) => m.ControlRoomPage),
  liveInbox: () => import('../control-room/inbox.page.tsx').then((m) => m.InboxPage),
})
