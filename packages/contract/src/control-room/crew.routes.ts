import { z } from 'zod'
import { firm, roles } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { crewRoles } from './crew.rules.ts'

/** A colleague as a live's crew list has them. */
export const CrewMember = z.object({
  memberId: Id,
  name: z.string(),
  role: z.enum(roles),
  /** What they may do in control rooms by their role of the firm; null: they see none. */
  ownRole: z.enum(crewRoles).nullable(),
  /** What was set for this live; null: nothing, the role of the firm holds. */
  crewRole: z.enum(crewRoles).nullable(),
  /** Who asks may set another role for them here. */
  mayChange: z.boolean(),
})
export type CrewMember = z.output<typeof CrewMember>

export const crewRoutes = defineRoutes('room', {
  list: {
    method: 'GET',
    path: '/live/crew',
    summary: 'The members of the firm with what each may do in the control room of a live.',
    access: firm('stream', 'write'),
    query: z.object({ liveId: Id }),
    answer: z.object({
      members: z.array(CrewMember),
      /** Which roles who asks may give. */
      given: z.array(z.enum(crewRoles)),
    }),
    errors: ['notFound'],
    added: true,
  },
  set: {
    method: 'PUT',
    path: '/live/crew',
    summary:
      'Sets what a member may do in the control room of a live, in the place of the role of the firm; null takes it back. Holds at once, for open control rooms too.',
    access: firm('stream', 'write'),
    body: z.object({ liveId: Id, memberId: Id, role: z.enum(crewRoles).nullable() }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
})
