import { definePalette } from '../../lib/palette/palette.ts'
import { paths } from '../../lib/paths/paths.ts'
import { listCommentMods } from './comment-mod.api.ts'

const max = 5

export const commentModPalette = definePalette({
  slug: 'comment-mod',
  find: async (text, signal) => {
    const { items } = await listCommentMods({ q: text, limit: max }, signal)
    return items.map(({ id, commentModName, videoName }) => ({
      id,
      label: commentModName,
      note: videoName,
      to: paths.msgroupEdit({ commentModId: id }),
    }))
  },
})
