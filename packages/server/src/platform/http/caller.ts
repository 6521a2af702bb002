import type { Access, Level, Resource, Role } from '@kaimai/contract/common/access.ts'

/** A member of a firm with a session. */
export interface FirmCaller {
  readonly kind: 'firm'
  /** The firm's id: the first parameter of every store function. */
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  readonly userName: string
  readonly role: Role
  /** What the policy lets this member do beyond what the route has asked for already. */
  readonly can: (resource: Resource, level: Level) => boolean
}

/** A viewer by the key of a personal link. */
export interface ViewerCaller {
  readonly kind: 'viewer'
  readonly firmId: string
  readonly liveId: string
  readonly liveUserId: string
}

/** A shopper by an order's key. */
export interface OrderCaller {
  readonly kind: 'order'
  readonly firmId: string
  readonly orderId: string
}

/** What a handler gets for its route's access kind. */
export type CallerOf<A extends Access> = A extends { readonly kind: 'firm' }
  ? { readonly firm: FirmCaller }
  : A extends { readonly kind: 'viewer' }
    ? { readonly viewer: ViewerCaller }
    : A extends { readonly kind: 'order' }
      ? { readonly order: OrderCaller }
      : unknown

/** The parts of a request that identify the caller. */
export interface Credentials {
  readonly header: (name: string) => string | undefined
  readonly cookie: (name: string) => string | undefined
  readonly ip: string
}

/** Who may call, by access kind; handed in by app.ts. Each throws the error to answer. A kind without one is refused. */
export interface Authenticators {
  /** Code 16 without or with an expired bearer, 12 for a wrong CSRF token or foreign ids. */
  readonly firm: (credentials: Credentials) => Promise<FirmCaller>
  readonly viewer: (credentials: Credentials) => Promise<ViewerCaller>
  readonly order: (credentials: Credentials) => Promise<OrderCaller>
}
