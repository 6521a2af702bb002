import type { Platform } from '../../platform/platform.ts'
import type { CommentModService } from '../comment-mod/comment-mod.service.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { ProductService } from '../product/product.service.ts'
import type { VideoService } from '../video/video.service.ts'
import { createLiveReader, type LiveRecord } from './live-reader.service.ts'
import { createLiveService, type LiveDeps } from './live.service.ts'
import { createLiveMoveStore } from './live-move.store.ts'
import { createLiveStore } from './live.store.ts'
import { createCrew } from './crew.service.ts'
import { createCrewStore } from './crew.store.ts'
import { createPeekCount } from './peek-count.service.ts'
import { pastFilmOf } from './past-film.service.ts'
import { createRehearsals } from './rehearsals.service.ts'
import { createLiveUses } from './live-uses.service.ts'

export interface LiveModuleDeps extends Pick<LiveDeps, 'figures' | 'settleHours' | 'forms'> {
  readonly platform: Platform
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly videos: VideoService
  readonly commentMods: Pick<CommentModService, 'comments'>
  readonly avatars: { readonly urlOf: (userImgId: string) => string }
  readonly products: Pick<ProductService, 'onSale'>
  /** Seconds. */
  readonly hoursBalance: (firmId: string) => Promise<number>
}

/** Lives: planned, published, read by all that shows one, and who uses what. */
export const createLiveModule = (deps: LiveModuleDeps) => {
  const { platform, firms, videos, commentMods, avatars, products, hoursBalance, ...later } = deps
  const { db, clock, bus, events, audit } = platform
  const store = createLiveStore(db)
  const moves = createLiveMoveStore(db)
  const liveReader = createLiveReader({ store, bus, clock, moves })
  const lives = createLiveService({
    db,
    store,
    clock,
    bus,
    events,
    audit,
    ...later,
    moves,
    reader: liveReader,
    parts: {
      videos,
      comments: commentMods.comments,
      pictureOf: avatars.urlOf,
      products: products.onSale,
      mayOpen: async (firmId) => {
        const { isDemo, suspended } = await firms.publicFirm(firmId)
        return !suspended && (isDemo || (await hoursBalance(firmId)) > 0)
      },
    },
  })
  return {
    lives,
    liveReader,
    crew: createCrew(createCrewStore(db)),
    rehearsals: createRehearsals({ db, store, clock, bus, forget: liveReader.forget }),
    liveUses: createLiveUses({ db, clock }),
    peekCount: createPeekCount(db),
    pastFilmOf: (live: LiveRecord) => pastFilmOf(videos, live),
  }
}
