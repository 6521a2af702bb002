/** The spec's permission types plus the resources of the roles' policy. */
export const resources = [
  'dashboard',
  'stream',
  /** Moderating a running room: reading it, its chat, its viewers. */
  'room',
  /** Running the show: what the room plays, sells and says, and how long it stays open. */
  'show',
  'form',
  'order',
  'setting',
  'member',
  'billing',
  'association',
  'crm',
] as const
export type Resource = (typeof resources)[number]

/** `personal` = reading personal data beyond names. */
export const levels = ['read', 'write', 'personal'] as const
export type Level = (typeof levels)[number]

export const roles = ['owner', 'manager', 'host', 'assistant', 'analyst'] as const
export type Role = (typeof roles)[number]

/** Who may call a route. Every route says one; a route without doesn't compile. */
export type Access =
  | { readonly kind: 'public' }
  /** A viewer by the key of the personal link, in header x-viewer-key. */
  | { readonly kind: 'viewer' }
  /** A shopper by the order's own key, in header x-order-key. */
  | { readonly kind: 'order' }
  /** A merchant at the purchase service, by a signed one-time grant: in the body, of a GET in the query. */
  | { readonly kind: 'grant'; readonly action: string }
  /** A payment or invoice gateway, by its signature; the handler verifies it. */
  | { readonly kind: 'gateway' }
  /** A partner of a firm, by the cookie of its session. */
  | { readonly kind: 'partner' }
  /** A member of a firm with a session; `resource` undefined: any member. */
  | {
      readonly kind: 'firm'
      readonly resource: Resource | undefined
      readonly level: Level | undefined
      /** The member's rights in the live that the call names as `liveId` decide: its crew may have others than its role. */
      readonly inLive?: true
    }

export const open: Access & { kind: 'public' } = { kind: 'public' }
export const viewer: Access & { kind: 'viewer' } = { kind: 'viewer' }
export const orderKey: Access & { kind: 'order' } = { kind: 'order' }
export const gateway: Access & { kind: 'gateway' } = { kind: 'gateway' }
export const partnerSession: Access & { kind: 'partner' } = { kind: 'partner' }
/** A member of the firm; the level follows the method (GET reads, the rest writes) unless given. */
export const firm = (resource?: Resource, level?: Level): Access & { kind: 'firm' } => ({
  kind: 'firm',
  resource,
  level,
})

/** A member by what a grant lets it do once, at the purchase service. */
export const grant = (action: string): Access & { kind: 'grant' } => ({ kind: 'grant', action })

/** A member by what it may do in the control room of the live that the call names as `liveId` in its query or body. */
export const crew = (resource: 'room' | 'show', level?: Level): Access & { kind: 'firm' } => ({
  kind: 'firm',
  resource,
  level,
  inLive: true,
})

export type Policy = Readonly<Record<Role, Partial<Record<Resource, readonly Level[]>>>>

const all: readonly Level[] = ['read', 'write', 'personal']
const full = Object.fromEntries(resources.map((resource) => [resource, all])) as Record<Resource, readonly Level[]>

/** The policy a new database starts with; afterwards the database's own rows stand. */
export const startingPolicy: Policy = {
  owner: full,
  manager: { ...full, member: ['read'], billing: ['read'] },
  host: {
    dashboard: ['read'],
    stream: ['read', 'write'],
    room: all,
    show: ['read', 'write'],
    form: ['read'],
    order: ['read'],
  },
  assistant: { room: ['read', 'write'], stream: ['read'] },
  analyst: {
    dashboard: ['read'],
    stream: ['read'],
    form: ['read'],
    order: ['read'],
    association: ['read'],
    crm: ['read'],
  },
}

/** bombmyAuthority: 0 none, 1 read, 2 write. */
export interface BombmyAuthority {
  readonly bombmyLive: 0 | 1 | 2
  readonly bombmySignup: 0 | 1 | 2
  readonly bombmySetting: 0 | 1 | 2
}

const authorityOf = (granted: readonly Level[] | undefined): 0 | 1 | 2 =>
  granted?.includes('write') ? 2 : granted?.includes('read') ? 1 : 0

export const bombmyAuthorityOf = (policy: Policy, role: Role): BombmyAuthority => ({
  bombmyLive: authorityOf(policy[role].stream),
  bombmySignup: authorityOf(policy[role].form),
  bombmySetting: authorityOf(policy[role].setting),
})

/** The permission type of a console route or menu item (spec section 2). */
export type PermissionType = 'dashboard' | 'stream' | 'form' | 'setting' | 'association' | 'crm' | 'none'

/** Whether a route or menu item of that type opens (spec section 6). */
export const isUnlocked = (type: PermissionType, authority: BombmyAuthority): boolean => {
  switch (type) {
    case 'dashboard':
    case 'none':
      return true
    case 'form':
      return authority.bombmySignup !== 0
    case 'setting':
      return authority.bombmySetting !== 0
    case 'stream':
    case 'association':
    case 'crm':
      return authority.bombmyLive !== 0
  }
}
