import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { levels, resources, roles, startingPolicy } from '../common/access.ts'
import { crewRoles, keepsRights, mayGiveCrewRole, mayInLive, ownCrewRole } from './crew.rules.ts'

const anyRole = fc.constantFrom(...roles)
const anyCrewRole = fc.constantFrom(...crewRoles)
const memberOf = (role: (typeof roles)[number]) => ({
  role,
  can: (resource: (typeof resources)[number], level: (typeof levels)[number]) =>
    startingPolicy[role][resource]?.includes(level) ?? false,
})

test('CONTROL-ROOM-160 A crew role changes what a member may do in the control room, and nothing else, no personal data, no owner’s or manager’s right', () => {
  fc.assert(
    fc.property(
      anyRole,
      anyCrewRole,
      fc.constantFrom(...resources),
      fc.constantFrom(...levels),
      (role, crew, resource, level) => {
        const member = memberOf(role)
        const may = mayInLive(member, crew, resource, level)
        const isChangeable = ['room', 'show'].includes(resource) && level !== 'personal' && !keepsRights(role)
        if (!isChangeable) expect(may).toBe(member.can(resource, level))
        else if (resource === 'show') expect(may).toBe(crew === 'host')
        else expect(may).toBe(level === 'read' || crew !== 'viewer')
        expect(mayInLive(member, undefined, resource, level)).toBe(member.can(resource, level))
      },
    ),
  )
})

test('CONTROL-ROOM-161 A crew role is what it gives: who has it has it as their own, and nobody gives a higher one', () => {
  fc.assert(
    fc.property(anyRole, anyCrewRole, anyCrewRole, (role, crew, given) => {
      const member = memberOf(role)
      const own = ownCrewRole((resource, level) => mayInLive(member, crew, resource, level))
      expect(own).toBe(keepsRights(role) ? 'host' : crew)
      const isMore = crewRoles.indexOf(given) < crewRoles.indexOf(crew)
      expect(mayGiveCrewRole(crew, given)).toBe(!isMore)
      expect(mayGiveCrewRole(undefined, given)).toBe(false)
    }),
  )
  expect(roles.map((role) => ownCrewRole(memberOf(role).can))).toEqual(['host', 'host', 'host', 'moderator', undefined])
})
