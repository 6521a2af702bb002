import { definePalette } from '../../lib/palette/palette.ts'
import { paths } from '../../lib/paths/paths.ts'
import { listVirtualUsers } from './virtual-user.api.ts'

const max = 5

export const virtualUserPalette = definePalette({
  slug: 'virtual-user',
  find: async (text, signal) => {
    const { items } = await listVirtualUsers({ q: text, limit: max }, signal)
    return items.map(({ id, name }) => ({ id, label: name, to: paths.manageVirtualUser({ q: name }) }))
  },
})
