import { definePalette } from '../../lib/palette/palette.ts'
import { paths } from '../../lib/paths/paths.ts'
import { loadProducts } from './product.api.ts'

const max = 5

export const productPalette = definePalette({
  slug: 'product',
  find: async (text, signal) => {
    const { items } = await loadProducts({ q: text, limit: max }, signal)
    return items.map(({ id, productName, keyword }) => ({
      id,
      label: productName,
      ...(keyword === '' ? {} : { note: keyword }),
      to: paths.manageProduct({ product: id }),
    }))
  },
})
