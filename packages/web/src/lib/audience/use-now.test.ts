import { describe, expect, test } from 'vitest'
import { clockOffset } from './use-now.ts'

describe('whose clock counts', () => {
  test('AUDIENCE-21 A viewer’s wrong clock does not move the countdown, a slow line does not either', () => {
    const server = Date.parse('2026-11-20T12:00:00.000Z')
    expect(clockOffset(server, server - 3_600_000, false)).toBe(3_600_000)
    expect(clockOffset(server, server + 4_000, false)).toBe(0)
  })

  test('AUDIENCE-22 A page from the browser’s own store is old: there the viewer’s clock counts', () => {
    const server = Date.parse('2026-11-20T12:00:00.000Z')
    expect(clockOffset(server, server + 7_200_000, true)).toBe(0)
  })
})
