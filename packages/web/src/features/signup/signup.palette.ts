import { definePalette } from '../../lib/palette/palette.ts'
import { paths } from '../../lib/paths/paths.ts'
import { listSignups } from './signup.api.ts'

const max = 5

export const signupPalette = definePalette({
  slug: 'signup',
  find: async (text, signal) => {
    const { items } = await listSignups({ q: text, limit: max }, signal)
    return items.map(({ id, signupName, customUrl, pageType }) => ({
      id,
      label: signupName,
      note: paths.customUrl({ pageType: 'f', customUrl }),
      to: paths.manageFormEdit({ pageStatus: 'edit', pageType, pageId: id }),
    }))
  },
})
