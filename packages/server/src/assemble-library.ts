import { createCommentModService } from './modules/comment-mod/comment-mod.service.ts'
import { createCommentModStore } from './modules/comment-mod/comment-mod.store.ts'
import { createLiveUses } from './modules/live/live-uses.service.ts'
import { createMarks } from './modules/control-room/marks.service.ts'
import { createSignupUses } from './modules/signup/signup-uses.service.ts'
import { createVideoModule } from './modules/video/video.module.ts'
import { createAvatars } from './modules/virtual-user/avatars.ts'
import { createVirtualUserService, type VirtualUserService } from './modules/virtual-user/virtual-user.service.ts'
import { createVirtualUserStore } from './modules/virtual-user/virtual-user.store.ts'
import type { Platform } from './platform/platform.ts'

export interface LibraryDeps {
  readonly platform: Platform
  readonly findLives: (
    firmId: string,
    liveIds: readonly string[],
  ) => Promise<readonly { readonly id: string; readonly liveName: string; readonly beginAtMs: number }[]>
}

const markedLivesShown = 50

/** What lives are made of, beside products: videos, comment groups, who speaks in them, and what viewers said well. */
export const createLibraryModule = ({ platform, findLives }: LibraryDeps) => {
  const { db, clock } = platform
  const liveUses = createLiveUses({ db, clock })
  const groups = createCommentModStore(db)
  const videoParts = createVideoModule({
    platform,
    uses: {
      livesNeeding: liveUses.needing,
      lives: liveUses.ofVideo,
      signups: createSignupUses(db),
      commentMods: (firmId, videoId) => commentMods.ofVideo(firmId, videoId),
    },
  })
  const { videos, images } = videoParts
  const marks = createMarks({
    db,
    clock,
    liveExists: async (firmId, liveId) => (await findLives(firmId, [liveId])).length > 0,
  })
  const markedLives = async (firmId: string) => {
    const counted = await marks.lives(firmId, markedLivesShown)
    const lives = await findLives(
      firmId,
      counted.map(({ liveId }) => liveId),
    )
    const byId = new Map(lives.map((live) => [live.id, live]))
    return counted.flatMap(({ liveId, marks: count }) => {
      const live = byId.get(liveId)
      if (!live) return []
      const beginAt = new Date(live.beginAtMs).toISOString()
      return [{ id: liveId, liveName: live.liveName, beginAt, marks: count }]
    })
  }
  const avatars = createAvatars()
  const virtualUsers: VirtualUserService = createVirtualUserService({
    platform,
    store: createVirtualUserStore(db),
    avatars,
    images,
    usedIn: groups.usedIn,
  })
  const commentMods = createCommentModService({
    platform,
    store: groups,
    videos,
    avatars,
    people: virtualUsers,
    marks: { marked: marks.marked, lives: markedLives },
  })
  return { ...videoParts, avatars, virtualUsers, commentMods, marks }
}
