import { definePalette } from '../../lib/palette/palette.ts'
import { paths } from '../../lib/paths/paths.ts'
import { loadVideos } from './video.api.ts'

const max = 5

export const videoPalette = definePalette({
  slug: 'video',
  find: async (text, signal) => {
    const { items } = await loadVideos({ q: text, limit: max }, signal)
    return items.map(({ id, name }) => ({ id, label: name, to: paths.manageLive({ q: name }) }))
  },
})
