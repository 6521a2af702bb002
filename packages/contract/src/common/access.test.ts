import { expect, test } from 'vitest'
import { bombmyAuthorityOf, isUnlocked, roles, startingPolicy } from './access.ts'

test('COMMON-1 Menu and routes follow bombmyAuthority as the spec says, the dashboard is always open', () => {
  const none = { bombmyLive: 0, bombmySignup: 0, bombmySetting: 0 } as const
  for (const type of ['dashboard', 'none'] as const) expect(isUnlocked(type, none)).toBe(true)
  for (const type of ['stream', 'association', 'crm'] as const) {
    expect(isUnlocked(type, none)).toBe(false)
    expect(isUnlocked(type, { ...none, bombmyLive: 1 })).toBe(true)
  }
  expect([isUnlocked('form', { ...none, bombmyLive: 2 }), isUnlocked('form', { ...none, bombmySignup: 1 })]).toEqual([
    false,
    true,
  ])
  expect([isUnlocked('setting', none), isUnlocked('setting', { ...none, bombmySetting: 1 })]).toEqual([false, true])
})

test('COMMON-2 The roles: the owner may all, an analyst writes nothing and sees no person, an assistant keeps to the room', () => {
  expect(bombmyAuthorityOf(startingPolicy, 'owner')).toEqual({ bombmyLive: 2, bombmySignup: 2, bombmySetting: 2 })
  expect(Object.values(startingPolicy.analyst).flat()).not.toContain('write')
  expect(Object.values(startingPolicy.analyst).flat()).not.toContain('personal')
  const written = Object.entries(startingPolicy.assistant).filter(([, levels]) => levels?.includes('write'))
  expect(written.map(([resource]) => resource)).toEqual(['room'])
  for (const role of roles) if (role !== 'owner') expect(startingPolicy[role].member ?? [], role).not.toContain('write')
})
