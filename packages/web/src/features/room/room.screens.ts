import { defineScreens } from '../../lib/screens/screens.ts'

export const roomScreens = defineScreens({
  streamingEdit: () => import('./desk/control-room.page.tsx').then((m) => m.ControlRoomPage),
  liveInbox: () => import('./desk/inbox.page.tsx').then((m) => m.InboxPage),
})
