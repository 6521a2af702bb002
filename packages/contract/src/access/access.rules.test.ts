import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUnlocked, levels, resources, roles, startingPolicy } from '../common/access.ts'
import { authorityOf, type ExtraAuthority, grantsOf, isWithin, noExtra } from './access.rules.ts'

const figure = fc.constantFrom<0 | 1 | 2 | null>(null, 0, 1, 2)
const anyExtra: fc.Arbitrary<ExtraAuthority> = fc.record({
  bombmyLive: figure,
  bombmySignup: figure,
  bombmySetting: figure,
})
const anyRole = fc.constantFrom(...roles)

describe('what a member may do', () => {
  test('ACCESS-1 Without figures of its own a member has what its role has', () => {
    for (const role of roles) expect(grantsOf(startingPolicy, role)).toEqual(startingPolicy[role])
    expect(authorityOf(grantsOf(startingPolicy, 'host'))).toEqual({ bombmyLive: 2, bombmySignup: 1, bombmySetting: 0 })
  })

  test('ACCESS-2 A figure set for a member is the figure the menu reads and the levels the server enforces', () => {
    fc.assert(
      fc.property(anyRole, anyExtra, (role, extra) => {
        const grants = grantsOf(startingPolicy, role, extra)
        const shown = authorityOf(grants)
        const own = authorityOf(grantsOf(startingPolicy, role))
        for (const name of ['bombmyLive', 'bombmySignup', 'bombmySetting'] as const)
          expect(shown[name]).toBe(extra[name] ?? own[name])
        const unlocked = { stream: shown.bombmyLive, form: shown.bombmySignup, setting: shown.bombmySetting }
        for (const type of ['stream', 'form', 'setting'] as const) {
          expect(grants[type]?.includes('read') ?? false).toBe(isUnlocked(type, shown))
          expect(grants[type]?.includes('write') ?? false).toBe(unlocked[type] === 2)
        }
      }),
    )
  })

  test('ACCESS-3 A figure never gives personal data, members or billing, and below the role it closes the room too', () => {
    fc.assert(
      fc.property(anyRole, anyExtra, (role, extra) => {
        const grants = grantsOf(startingPolicy, role, extra)
        const own = startingPolicy[role]
        for (const resource of resources) {
          if (grants[resource]?.includes('personal')) expect(own[resource]).toContain('personal')
          if (!['stream', 'form', 'setting'].includes(resource))
            expect(isWithin({ [resource]: grants[resource] ?? [] }, own)).toBe(true)
        }
        for (const resource of ['member', 'billing', 'order', 'dashboard'] as const)
          expect(grants[resource]).toEqual(own[resource])
        if (extra.bombmyLive === 0)
          expect([grants.room ?? [], grants.crm ?? [], grants.association ?? []]).toEqual([[], [], []])
      }),
    )
    expect(grantsOf(startingPolicy, 'host', { ...noExtra, bombmyLive: 1 }).room).toEqual(['read', 'personal'])
    expect(grantsOf(startingPolicy, 'assistant', { ...noExtra, bombmyLive: 1 }).room).toEqual(['read', 'write'])
  })

  test('ACCESS-4 Being within is reflexive and transitive, and nobody is within one who lacks a level', () => {
    const anyGrants = fc.tuple(anyRole, anyExtra).map(([role, extra]) => grantsOf(startingPolicy, role, extra))
    fc.assert(
      fc.property(anyGrants, anyGrants, anyGrants, (a, b, c) => {
        expect(isWithin(a, a)).toBe(true)
        if (isWithin(a, b) && isWithin(b, c)) expect(isWithin(a, c)).toBe(true)
        const isMore = resources.some((name) =>
          levels.some((level) => a[name]?.includes(level) && !b[name]?.includes(level)),
        )
        expect(isWithin(a, b)).toBe(!isMore)
      }),
    )
  })
})
