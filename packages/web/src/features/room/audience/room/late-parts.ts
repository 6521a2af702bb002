import { later } from '../../../../lib/audience/later.tsx'

// What a running room may show beside the rest.

export const LateLiveToast = later(async () => (await import('./live-toast.tsx')).LiveToast)
export const LateAnnouncement = later(async () => (await import('./news.tsx')).Announcement)
export const LatePresenceLine = later(async () => (await import('./news.tsx')).PresenceLine)
export const LateCallToAction = later(async () => (await import('./news.tsx')).CallToAction)
export const LateViewFocus = later(async () => (await import('./view-focus.ts')).ViewFocus)
export const LateAnnouncer = later(async () => (await import('./announcer.tsx')).loadAnnouncer())
export const LateQuickReplies = later(async () => (await import('../chat/quick-replies.tsx')).QuickReplies)
export const LateRoomMenu = later(async () => (await import('./room-menu.tsx')).loadRoomMenu())
