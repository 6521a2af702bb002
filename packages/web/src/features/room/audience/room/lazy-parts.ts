import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'

// What a running room may show beside the rest.

export const LazyLiveToast = lazyPart(async () => (await import('./live-toast.tsx')).LiveToast)
export const LazyAnnouncement = lazyPart(async () => (await import('./news.tsx')).Announcement)
export const LazyPresenceLine = lazyPart(async () => (await import('./news.tsx')).PresenceLine)
export const LazyCallToAction = lazyPart(async () => (await import('./news.tsx')).CallToAction)
export const LazyViewFocus = lazyPart(async () => (await import('./view-focus.ts')).ViewFocus)
export const LazyAnnouncer = lazyPart(async () => (await import('./announcer.tsx')).loadAnnouncer())
export const LazyQuickReplies = lazyPart(async () => (await import('../chat/quick-replies.tsx')).QuickReplies)
export const LazyRoomMenu = lazyPart(async () => (await import('./room-menu.tsx')).loadRoomMenu())
