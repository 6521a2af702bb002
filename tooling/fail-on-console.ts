// A console.error in a test fails it: React's and Node's complaints are faults, not noise. A test that expects one
// replaces it for its own time: vi.spyOn(console, 'error').mockImplementation(() => {}).
import { afterAll, afterEach, beforeEach, expect } from 'vitest'

const print = console.error
let said: string[] = []

console.error = (...parts: unknown[]) => {
  said.push(parts.map(String).join(' '))
  print(...parts)
}

// What is said between two tests (while a file loads, after a test has ended) counts against the next one or the file.
const takeSaid = () => {
  const all = said
  said = []
  return all
}

beforeEach(() => {
  expect(takeSaid(), 'console.error was called outside a test').toEqual([])
})

afterEach(() => {
  expect(takeSaid(), 'console.error was called').toEqual([])
})

afterAll(() => {
  expect(takeSaid(), 'console.error was called after the last test').toEqual([])
})
