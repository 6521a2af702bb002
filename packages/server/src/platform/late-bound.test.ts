import { expect, test } from 'vitest'
import { createLateBound } from './late-bound.ts'

interface Later {
  greeting: { readonly greet: (name: string) => string }
}

test('PLATFORM-27 A method of a service that comes later finds it when it is called, and says so when it is called too early', () => {
  const lateBound = createLateBound<Later>()
  const { greet } = lateBound.of('greeting')
  expect(() => greet('Mei')).toThrow('greeting is asked before it is put together')
  lateBound.provide('greeting', { greet: (name) => `Hello, ${name}` })
  expect(greet('Mei')).toBe('Hello, Mei')
  expect(lateBound.get('greeting').greet('An')).toBe('Hello, An')
})
