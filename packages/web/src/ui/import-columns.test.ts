import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byWeight } from './import-columns.ts'

test('UI-18 Columns that matter stand first, the others as in the file, and each cell stays under its column', () => {
  const keys = ['id', 'name', 'price', 'unit', 'stock'] as const
  fc.assert(
    fc.property(fc.shuffledSubarray([...keys]), (leading) => {
      const columns = keys.map((key) => ({ key, title: key.toUpperCase() }))
      const row = { line: 2, state: 'new', note: '', errors: [], stored: {}, cells: [...keys] } as const
      const shown = byWeight({ columns, leading }, [row])
      expect(shown.columns.map(({ key }) => key).slice(0, leading.length)).toEqual(leading)
      expect(shown.columns.map(({ key }) => key).slice(leading.length)).toEqual(
        keys.filter((key) => !leading.includes(key)),
      )
      expect(shown.rows[0]?.cells).toEqual(shown.columns.map(({ key }) => key))
    }),
  )
})
