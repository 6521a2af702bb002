import { definePalette } from '../../lib/palette/palette.ts'
import { paths } from '../../lib/paths/paths.ts'
import { loadOrders } from './order.api.ts'

const max = 5

export const orderPalette = definePalette({
  slug: 'order',
  find: async (text, signal) => {
    const { items } = await loadOrders({ q: text, limit: max }, signal)
    return items.map(({ id, orderNo, fullName }) => ({
      id,
      label: orderNo,
      note: fullName,
      to: paths.manageOrders({ order: id }),
    }))
  },
})
