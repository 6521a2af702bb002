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

/** A partner of a firm, by its own session. */
export interface PartnerCaller {
  readonly kind: 'partner'
  readonly firmId: string
  readonly partnerId: string
}

/** A member of a firm at the purchase service, by a grant that the console signed a moment ago. */
export interface GrantCaller {
  readonly kind: 'grant'
  /** Of the one thing that the grant may make: made twice, it is refused by its id. */
  readonly id: string
  readonly firmId: string
  readonly userId: string
  readonly userName: string
  readonly action: string
  /** The id of what it is about: an order. */
  readonly resource: string
  /** Minor units. */
  readonly amount: number
}

/** What a handler gets for its route's access kind. */
export type CallerOf<A extends Access> = A extends { readonly kind: 'firm' }
  ? { readonly firm: FirmCaller }
  : A extends { readonly kind: 'viewer' }
    ? { readonly viewer: ViewerCaller }
    : A extends { readonly kind: 'order' }
      ? { readonly order: OrderCaller }
      : A extends { readonly kind: 'grant' }
        ? { readonly granted: GrantCaller }
        : A extends { readonly kind: 'partner' }
          ? { readonly partner: PartnerCaller }
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
  /** The same member with what it may do in the control room of one live. */
  readonly inLive: (firm: FirmCaller, liveId: string) => Promise<FirmCaller>
  readonly viewer: (credentials: Credentials) => Promise<ViewerCaller>
  readonly order: (credentials: Credentials) => Promise<OrderCaller>
  /** Code 3 without a session, or with one that has ended. */
  readonly partner: (credentials: Credentials) => Promise<PartnerCaller>
  /** `grant`: as it stands in the body or the query. */
  readonly grant: (grant: string, action: string) => GrantCaller
}
