import { definePalette } from '../../lib/palette/palette.ts'
import { paths } from '../../lib/paths/paths.ts'
import { salePath } from './public-address.ts'
import { salesPagesFound } from './sales-page.api.ts'

const max = 5

export const salesPagePalette = definePalette({
  slug: 'sales-page',
  find: async (text, signal) => {
    const { items } = await salesPagesFound(text, max, signal)
    return items.map(({ id, title, customUrl }) => ({
      id,
      label: title,
      note: salePath(customUrl),
      to: paths.salesPageEdit({ pageId: id }),
    }))
  },
})
