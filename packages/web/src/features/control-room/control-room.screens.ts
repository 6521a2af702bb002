import { defineScreens } from '../../lib/screens/screens.ts'

export const controlRoomScreens = defineScreens({
  streamingEdit: () => import('./control-room.page.tsx').then((m) => m.ControlRoomPage),
  liveInbox: () => import('./inbox.page.tsx').then((m) => m.InboxPage),
})
