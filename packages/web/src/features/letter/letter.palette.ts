import { definePalette } from '../../lib/palette/palette.ts'
import { paths } from '../../lib/paths/paths.ts'
import { loadLetters } from './letter.api.ts'

const max = 5

export const letterPalette = definePalette({
  slug: 'letter',
  find: async (text, signal) => {
    const { items } = await loadLetters({ q: text, limit: max }, signal)
    return items.map(({ id, subject, toName }) => ({
      id,
      label: subject,
      note: toName,
      to: paths.manageSmsEmail({ letter: id }),
    }))
  },
})
