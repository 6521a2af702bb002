import {
  type BombmyAuthority,
  type Level,
  levels,
  type Policy,
  type Resource,
  resources,
  type Role,
} from '../common/access.ts'

/** What a member was given beyond, or denied of, the role's own; null: as the role has it. */
export interface ExtraAuthority {
  readonly bombmyLive: 0 | 1 | 2 | null
  readonly bombmySignup: 0 | 1 | 2 | null
  readonly bombmySetting: 0 | 1 | 2 | null
}

export const noExtra: ExtraAuthority = { bombmyLive: null, bombmySignup: null, bombmySetting: null }

export type Grants = Readonly<Partial<Record<Resource, readonly Level[]>>>

/** The resource whose reading and writing each figure sets, and what shrinks with it when it is set below the role's. */
const reach = {
  bombmyLive: { sets: 'stream', shrinks: ['room', 'show', 'association', 'crm'] },
  bombmySignup: { sets: 'form', shrinks: [] },
  bombmySetting: { sets: 'setting', shrinks: [] },
} as const satisfies Record<keyof ExtraAuthority, { sets: Resource; shrinks: readonly Resource[] }>
const figures = Object.keys(reach) as (keyof ExtraAuthority)[]

const figureOf = (granted: readonly Level[] | undefined): 0 | 1 | 2 =>
  granted?.includes('write') ? 2 : granted?.includes('read') ? 1 : 0

/** At most that much of what is granted: nothing, or reading (with what reading includes). */
const atMost = (granted: readonly Level[], figure: 0 | 1 | 2): readonly Level[] =>
  figure === 0 ? [] : figure === 1 ? granted.filter((level) => level !== 'write') : granted

/** Reading, or reading and writing; personal data stays with who had it by the role, for no figure can give it. */
const exactly = (granted: readonly Level[], figure: 0 | 1 | 2): readonly Level[] => {
  if (figure === 0) return []
  const allowed = granted.includes('personal') ? (['personal'] as const) : []
  return figure === 1 ? ['read', ...allowed] : ['read', 'write', ...allowed]
}

/**
 * What a member may do: the role's policy with the member's own figures laid over it. The server enforces this, and
 * the menu is made of it.
 */
export const grantsOf = (policy: Policy, role: Role, extra: ExtraAuthority = noExtra): Grants => {
  const grants: Partial<Record<Resource, readonly Level[]>> = { ...policy[role] }
  for (const figure of figures) {
    const wanted = extra[figure]
    const { sets, shrinks } = reach[figure]
    const own = figureOf(policy[role][sets])
    if (wanted === null || wanted === own) continue
    grants[sets] = exactly(policy[role][sets] ?? [], wanted)
    if (wanted < own) for (const resource of shrinks) grants[resource] = atMost(grants[resource] ?? [], wanted)
  }
  return grants
}

export const authorityOf = (grants: Grants): BombmyAuthority => ({
  bombmyLive: figureOf(grants.stream),
  bombmySignup: figureOf(grants.form),
  bombmySetting: figureOf(grants.setting),
})

/** Whether everything in `these` is also in `those`: nobody gives what they don't have. */
export const isWithin = (these: Grants, those: Grants): boolean =>
  resources.every((resource) =>
    levels.every((level) => !these[resource]?.includes(level) || (those[resource]?.includes(level) ?? false)),
  )
