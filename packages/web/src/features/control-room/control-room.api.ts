import { crewRoutes } from '@kaimai/contract/control-room/crew.routes.ts'
import type { CrewRole } from '@kaimai/contract/control-room/crew.rules.ts'
import { rehearsalRoutes } from '@kaimai/contract/control-room/rehearsal.routes.ts'
import { manyCommentsRoutes, type ManyDecision } from '@kaimai/contract/control-room/many-comments.routes.ts'
import { pinnedMessageRoutes } from '@kaimai/contract/control-room/pinned-message.routes.ts'
import { roomCurveRoutes } from '@kaimai/contract/control-room/room-curve.routes.ts'
import { type StaffMessage, staffLineRoutes } from '@kaimai/contract/control-room/staff-line.routes.ts'
import { timeOutRoutes } from '@kaimai/contract/control-room/time-out.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import { roomKey } from '../room/room.api.ts'

export const pinMessage = (liveId: string, seq: number) =>
  call(pinnedMessageRoutes.pin, { body: { liveId, seq } }, { quiet: true })

export const unpinMessage = (liveId: string) => call(pinnedMessageRoutes.unpin, { query: { liveId } }, { quiet: true })

export const giveTimeOut = (liveId: string, userId: string, minutes: 5 | 15 | 60) =>
  call(timeOutRoutes.give, { body: { liveId, userId, minutes } }, { quiet: true })

export const endTimeOut = (liveId: string, userId: string) =>
  call(timeOutRoutes.end, { query: { liveId, userId } }, { quiet: true })

export const decideMany = (liveId: string, seqs: readonly number[], decision: ManyDecision) =>
  call(manyCommentsRoutes.decide, { body: { liveId, seqs: [...seqs], decision } }, { quiet: true })

export const loadStaffLine = async (liveId: string): Promise<readonly StaffMessage[]> =>
  (await call(staffLineRoutes.list, { query: { liveId } }, { quiet: true })).messages

export const sayToStaff = (liveId: string, id: string, text: string) =>
  call(staffLineRoutes.say, { body: { liveId, id, text } }, { quiet: true })

export const crewOf = (liveId: string) =>
  queryOptions({
    queryKey: [...roomKey, 'crew', liveId],
    queryFn: ({ signal }) => call(crewRoutes.list, { query: { liveId } }, { signal, quiet: true }),
  })

export const setCrewRole = (liveId: string, memberId: string, role: CrewRole | null) =>
  call(crewRoutes.set, { body: { liveId, memberId, role } }, { quiet: true })

export const beginRehearsal = (liveId: string, fromSecond: number) =>
  call(rehearsalRoutes.begin, { body: { liveId, fromSecond } }, { quiet: true })

export const endRehearsal = (liveId: string) => call(rehearsalRoutes.end, { query: { liveId } }, { quiet: true })

/** What a rehearsal's room is drawn of. */
export const rehearsalOf = (liveId: string) =>
  queryOptions({
    queryKey: [...roomKey, 'rehearsal', liveId],
    queryFn: ({ signal }) => call(rehearsalRoutes.show, { query: { liveId } }, { signal, quiet: true }),
  })

/** Every fifteen seconds while somebody looks and the room is open. */
export const roomCurves = (liveId: string, enabled: boolean, isOpen: boolean) =>
  queryOptions({
    queryKey: [...roomKey, 'curves', liveId],
    queryFn: ({ signal }) => call(roomCurveRoutes.curves, { query: { liveId } }, { signal, quiet: true }),
    refetchInterval: isOpen ? 15_000 : false,
    refetchIntervalInBackground: false,
    enabled,
  })
