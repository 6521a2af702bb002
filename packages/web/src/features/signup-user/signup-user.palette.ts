import { definePalette } from '../../lib/palette/palette.ts'
import { paths } from '../../lib/paths/paths.ts'
import { listSignupUsers } from './signup-user.api.ts'

const max = 5

/** People who signed up, by name, phone or e-mail. */
export const signupUserPalette = definePalette({
  slug: 'signup-user',
  find: async (text, signal) => {
    const { items } = await listSignupUsers({ q: text, limit: max }, signal)
    return items.map(({ id, name, phone, signupName }) => ({
      id,
      label: name,
      note: [phone, signupName].filter((each) => each !== '').join('・'),
      to: paths.manageFormUsers({ person: id }),
    }))
  },
})
