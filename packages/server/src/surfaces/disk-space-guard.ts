import { allRoutes } from '@kaimai/contract/all-routes.ts'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { profileRoutes } from '@kaimai/contract/customer/profile.routes.ts'
import { invitationRoutes } from '@kaimai/contract/member/member.routes.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import type { FastifyInstance } from 'fastify'
import type { DiskSpaceMonitor, Writer } from '../platform/disk-space-monitor.ts'

/**
 * Calls without a login that go on below the floor, and why. Everything else that is no GET is refused there: a new route
 * is refused until it stands here.
 */
export const goesOnBelowFloor: ReadonlyMap<Route, Writer | 'reads'> = new Map<Route, Writer | 'reads'>([
  // Who comes in with a seat is let in without a write; room.service refuses the others in words.
  [roomRoutes.join, 'reads'],
  [invitationRoutes.look, 'reads'],
  [purchaseRoutes.unpaidOrders, 'reads'],
  // Members log in, for they are the ones who can make room.
  [authRoutes.login, 'freeing'],
  [authRoutes.autoLogin, 'freeing'],
  // Money that is on its way arrives: as many rows as there are payments already.
  [purchaseRoutes.checkNotice, 'staff'],
  [sandboxRoutes.play, 'staff'],
  // A person's data are erased when the person asks for it.
  [profileRoutes.forget, 'staff'],
])

/** What a member does to make room. */
const makesRoom: ReadonlySet<Route> = new Set<Route>([videoRoutes.remove])

/** As whom a route writes; undefined: it only reads. */
export const writerOf = (route: Route): Writer | undefined => {
  if (route.method === 'GET') return undefined
  const named = goesOnBelowFloor.get(route)
  if (named !== undefined) return named === 'reads' ? undefined : named
  // Files take the most room of all, whoever sends them.
  if (route.files !== undefined) return 'stranger'
  if (makesRoom.has(route)) return 'freeing'
  const { kind } = route.access
  return kind === 'firm' || kind === 'grant' || kind === 'gateway' ? 'staff' : 'stranger'
}

const keyOf = (method: string, url: string): string => `${method} ${url}`
const writers: ReadonlyMap<string, Writer> = new Map(
  Object.values(allRoutes).flatMap((route) => {
    const writer = writerOf(route)
    return writer === undefined ? [] : [[keyOf(route.method, pathOf(route)), writer] as const]
  }),
)

/** Refuses, before their body is read, calls that need room on a disk that has nearly none. */
export const guardDiskSpace = (http: FastifyInstance, diskSpace: DiskSpaceMonitor): void => {
  http.addHook('onRequest', async (request) => {
    const writer = writers.get(keyOf(request.method, request.routeOptions.url ?? ''))
    if (writer !== undefined) await diskSpace.check(writer)
  })
}
