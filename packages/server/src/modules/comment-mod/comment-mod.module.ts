import type { Platform } from '../../platform/platform.ts'
import { createCommentModImport } from './comment-mod-import.ts'
import { type CommentModDeps, createCommentModService } from './comment-mod.service.ts'
import { createCommentModStore } from './comment-mod.store.ts'

/** Comment groups, and in which of them a virtual user speaks. */
export const createCommentModModule = ({
  platform,
  ...deps
}: Omit<CommentModDeps, 'store' | 'platform'> & { readonly platform: Platform }) => {
  const store = createCommentModStore(platform.db)
  const commentMods = createCommentModService({ platform, store, ...deps })
  return {
    commentMods,
    commentModImport: createCommentModImport({ platform, store, people: deps.people, avatars: deps.avatars }),
    /** What videos and virtual users ask of comment groups. */
    ofVideos: { ofVideo: commentMods.ofVideo, usedIn: store.usedIn },
  }
}
