import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { pageParts } from './page-parts.ts'

interface Written {
  readonly imports?: readonly string[]
  readonly late?: readonly string[]
  readonly size?: number
  readonly isEntry?: boolean
}

/** A draft whose files hold one module each, of the same name; a page's own or an entry is its module's face. */
const draftOf = (files: Readonly<Record<string, Written>>) =>
  ({
    output: Object.entries(files).map(([fileName, { imports = [], late = [], size = 1000, isEntry = false }]) => ({
      type: 'chunk',
      fileName,
      name: fileName,
      facadeModuleId: isEntry || fileName.endsWith('.audience.tsx') ? fileName : null,
      modules: { [fileName]: { renderedLength: size } },
      imports,
      dynamicImports: late,
    })),
  }) as unknown as Rolldown.RolldownOutput

const partsOf = (files: Readonly<Record<string, Written>>) => pageParts(draftOf(files), ['/main.tsx'], ['react'])

test('APP-781 What a page begins with goes into few files: what only comes later, and what it begins with already, stays apart', () => {
  const plan = partsOf({
    '/main.tsx': { imports: ['react', 'base'], late: ['/a.audience.tsx', '/b.audience.tsx'], isEntry: true },
    react: {},
    base: {},
    '/a.audience.tsx': { imports: ['one', 'two', 'both'], late: ['later'] },
    '/b.audience.tsx': { imports: ['both', 'large'] },
    one: {},
    two: { imports: ['base'] },
    both: {},
    large: { size: 100_000 },
    later: { imports: ['two'] },
  })
  expect([...plan.keys()].sort()).toEqual(['base', 'both', 'large', 'one', 'two'])
  expect(plan.get('one')).toBe(plan.get('two'))
  expect(plan.get('base')).toBe(plan.get('both'))
  // Page a never asks for what makes page b heavy.
  expect(plan.get('large')).not.toBe(plan.get('both'))
})

test('APP-782 Files are never joined so that two would import each other', () => {
  const plan = partsOf({
    '/main.tsx': { imports: [], late: ['/a.audience.tsx', '/b.audience.tsx'], isEntry: true },
    '/a.audience.tsx': { imports: ['top'] },
    '/b.audience.tsx': { imports: ['between', 'bottom'] },
    top: { imports: ['between'], size: 10 },
    between: { imports: ['bottom'], size: 90_000 },
    bottom: { size: 10 },
  })
  const [top, between, bottom] = ['top', 'between', 'bottom'].map((name) => plan.get(name))
  expect(top === bottom && between !== top).toBe(false)
})
