import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'

// What a running room may show beside the rest.

/** Answers a tap whose own sheet has not come. */
export const LateSheet = lazyPart(async () => (await import('../parts/late-sheet.tsx')).loadLateSheet())
export const LazyLiveToast = lazyPart(async () => (await import('./live-toast.tsx')).loadLiveToast())
export const LazyTicketToast = lazyPart(async () => (await import('./news.tsx')).loadTicketToast())
export const LazyAnnouncement = lazyPart(async () => (await import('./news.tsx')).loadAnnouncement())
export const LazyPresenceLine = lazyPart(async () => (await import('./news.tsx')).loadPresenceLine())
export const LazyCallToAction = lazyPart(async () => (await import('./news.tsx')).CallToAction)
export const LazyPollCard = lazyPart(async () => (await import('./poll-card.tsx')).loadPollCard())
export const LazyReplayedPoll = lazyPart(async () => (await import('./poll-card.tsx')).loadReplayedPoll())
export const LazyGiveawayBar = lazyPart(async () => (await import('./giveaway-bar.tsx')).loadGiveawayBar())
export const LazyReplayedGiveaway = lazyPart(async () => (await import('./giveaway-bar.tsx')).loadReplayedGiveaway())
export const LazyHearts = lazyPart(async () => (await import('./hearts.tsx')).Hearts)
export const LazyEndedGiveaways = lazyPart(async () =>
  (await import('../ended/ended-giveaways.tsx')).loadEndedGiveaways(),
)
export const LazyViewFocus = lazyPart(async () => (await import('./view-focus.ts')).ViewFocus)
export const LazyAnnouncer = lazyPart(async () => (await import('./announcer.tsx')).loadAnnouncer())
export const LazyQuickReplies = lazyPart(async () => (await import('../chat/quick-replies.tsx')).loadQuickReplies())
export const LazyLiveHistory = lazyPart(async () => (await import('../history/live-history.tsx')).loadLiveHistory())
export const LazyReplayHistory = lazyPart(async () =>
  (await import('../history/replay-history.tsx')).loadReplayHistory(),
)
export const LazyTimedOut = lazyPart(async () => (await import('../chat/timed-out.tsx')).loadTimedOut())
export const LazyWelcome = lazyPart(async () => (await import('../chat/welcome.tsx')).loadWelcome())
export const LazyRoomMenu = lazyPart(async () => (await import('./room-menu.tsx')).loadRoomMenu(), LateSheet)
export const LazyOfferEnd = lazyPart(async () => (await import('../shop/offer-end.tsx')).loadOfferEnd())
export const LazyFilmOver = lazyPart(async () => (await import('../stage/film-over.tsx')).loadFilmOver())
export const LazyStageControls = lazyPart(async () => (await import('../stage/stage-controls.tsx')).loadStageControls())
export const LazyYoutubeFrame = lazyPart(async () => (await import('../stage/youtube-frame.tsx')).YoutubeFrame)
