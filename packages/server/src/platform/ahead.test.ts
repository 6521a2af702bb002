import { expect, test } from 'vitest'
import { createAhead } from './ahead.ts'

interface Later {
  greeting: { readonly greet: (name: string) => string }
}

test('PLATFORM-27 A method of a service that comes later finds it when it is called, and says so when it is called too early', () => {
  const ahead = createAhead<Later>()
  const { greet } = ahead.of('greeting')
  expect(() => greet('Mei')).toThrow('greeting is asked before it is put together')
  ahead.provide('greeting', { greet: (name) => `Hello, ${name}` })
  expect(greet('Mei')).toBe('Hello, Mei')
  expect(ahead.get('greeting').greet('An')).toBe('Hello, An')
})
