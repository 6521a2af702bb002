import { allRoutes } from '@kaimai/contract/all-routes.ts'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { profileRoutes } from '@kaimai/contract/customer/profile.routes.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import type { FastifyInstance } from 'fastify'
import type { DiskSpaceMonitor } from '../platform/disk-space-monitor.ts'

/** Goes on below the limit: to come in and watch, to see, pay or give up what is ordered already, to take data away. */
const exemptRoutes: ReadonlySet<Route> = new Set<Route>([
  roomRoutes.join,
  purchaseRoutes.createPayment,
  purchaseRoutes.checkNotice,
  purchaseRoutes.unpaidOrders,
  purchaseRoutes.cancelOrder,
  signupOrderRoutes.createPayment,
  signupOrderRoutes.paymentMethod,
  profileRoutes.unlock,
  profileRoutes.forget,
])

/** What strangers write, and uploads. Members log in and work on: they are the ones who can make room. */
const needsDiskSpace = (route: Route): boolean => {
  if (route.method === 'GET' || exemptRoutes.has(route)) return false
  if (route.files !== undefined || route === authRoutes.register) return true
  const { kind } = route.access
  return (kind === 'public' || kind === 'viewer' || kind === 'order') && isAudience(route)
}

/** The sandbox stands in for a gateway, whose answers are always taken. */
const isAudience = ({ service, path }: Route): boolean => service !== 'console' && !path.startsWith('/sandbox/')

const keyOf = (method: string, url: string): string => `${method} ${url}`
const guarded: ReadonlySet<string> = new Set(
  Object.values(allRoutes)
    .filter(needsDiskSpace)
    .map((route) => keyOf(route.method, pathOf(route))),
)

/** Refuses, before their body is read, calls that need room on a disk that has nearly none. */
export const guardDiskSpace = (http: FastifyInstance, diskSpace: DiskSpaceMonitor): void => {
  http.addHook('onRequest', async (request) => {
    if (guarded.has(keyOf(request.method, request.routeOptions.url ?? ''))) await diskSpace.check()
  })
}
