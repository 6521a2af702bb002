import type { Level, Resource, Role } from '../common/access.ts'

/** What a member may do in the control room of one live, in the place of what the firm's role says. */
export const crewRoles = ['host', 'moderator', 'viewer'] as const
export type CrewRole = (typeof crewRoles)[number]

const rights: Readonly<Record<CrewRole, Readonly<Record<'room' | 'show', readonly Level[]>>>> = {
  host: { room: ['read', 'write'], show: ['read', 'write'] },
  moderator: { room: ['read', 'write'], show: [] },
  viewer: { room: ['read'], show: [] },
}

/** Who answers for the firm has all rights in every live: nobody can be locked out of it by a colleague. */
export const keepsRights = (role: Role): boolean => role === 'owner' || role === 'manager'

/** What a member has of `room` and `show` by itself, as a crew role; undefined: it doesn't see control rooms. */
export const ownCrewRole = (can: (resource: Resource, level: Level) => boolean): CrewRole | undefined => {
  if (!can('room', 'read')) return undefined
  if (!can('room', 'write')) return 'viewer'
  return can('show', 'write') ? 'host' : 'moderator'
}

/**
 * Whether a member may do something in a live: as its crew role says where it has one, else as the firm's. Only the
 * control room is touched by it, and personal data stays with who has it by the firm's role.
 */
export const mayInLive = (
  member: { readonly role: Role; readonly can: (resource: Resource, level: Level) => boolean },
  crewRole: CrewRole | undefined,
  resource: Resource,
  level: Level,
): boolean => {
  const isOfRoom = resource === 'room' || resource === 'show'
  if (crewRole === undefined || !isOfRoom || level === 'personal' || keepsRights(member.role))
    return member.can(resource, level)
  return rights[crewRole][resource].includes(level)
}

/** Whether who has one crew role may give the other: nobody gives more than they have here. */
export const mayGiveCrewRole = (own: CrewRole | undefined, given: CrewRole): boolean =>
  own !== undefined && crewRoles.indexOf(own) <= crewRoles.indexOf(given)
