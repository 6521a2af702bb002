import { definePalette } from '../../lib/palette/palette.ts'
import { paths } from '../../lib/paths/paths.ts'
import { listLives } from './live.api.ts'

const max = 5

export const livePalette = definePalette({
  slug: 'live',
  find: async (text, signal) => {
    const { items } = await listLives({ q: text, limit: max }, signal)
    return items.map(({ id, liveName, videoName, platformType }) => ({
      id,
      label: liveName,
      note: videoName,
      to: paths.liveStreamEdit({ pageType: 'edit', platformType, liveId: id }),
    }))
  },
})
