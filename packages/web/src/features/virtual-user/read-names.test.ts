import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNames } from './bulk-create.tsx'

test('VIRTUAL-USER-6 Pasted names are read one a line, from a table too, each once', () => {
  expect(readNames(' 小鹿媽咪 \r\n阿德\t0912\n\n小鹿媽咪\n')).toEqual({
    names: ['小鹿媽咪', '阿德'],
    twice: 1,
    tooLong: [],
  })
  expect(readNames('a'.repeat(41)).tooLong).toHaveLength(1)
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 60 })), (lines) => {
      const { names, twice } = readNames(lines.join('\n'))
      expect(new Set(names).size).toBe(names.length)
      expect(names.every((name) => name !== '' && name.trim() === name)).toBe(true)
      expect(twice).toBeGreaterThanOrEqual(0)
    }),
  )
})
