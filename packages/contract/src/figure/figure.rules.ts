import type { FactKind } from '../fact/fact.rules.ts'

/** A fact as the formulas read it. Instants are epoch ms, amounts minor units. */
export interface CountedFact {
  readonly kind: FactKind
  /** Names its cause; of a visit `<page> <page's id> <visit>`. */
  readonly sourceId: string
  readonly atMs: number
  readonly liveId: string | null
  /** Since the live began. */
  readonly offsetMs: number | null
  readonly signupUserId: string | null
  readonly liveUserId: string | null
  readonly visit: string | null
  readonly orderId: string | null
  readonly amount: number | null
  readonly isSimulated: boolean
}

/** The way from a look at the sign-up page to money that stays. */
export const funnelSteps = ['visited', 'signedUp', 'joined', 'stayed', 'carted', 'ordered', 'paid', 'kept'] as const
export type FunnelStep = (typeof funnelSteps)[number]

export interface FunnelCount {
  readonly step: FunnelStep
  readonly persons: number
}

/** Facts that count: each cause once, the simulated ones left out, in the order in which they happened. */
export const countedOnce = (facts: readonly CountedFact[]): CountedFact[] => {
  const byCause = new Map(
    facts.filter(({ isSimulated }) => !isSimulated).map((fact) => [`${fact.kind} ${fact.sourceId}`, fact]),
  )
  const nameOf = ({ kind, sourceId }: CountedFact) => `${kind} ${sourceId}`
  return [...byCause.values()].toSorted(
    (a, b) => a.atMs - b.atMs || (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0),
  )
}

/** Who did it, as far as the fact itself says; of an order of nobody known the order stands for its buyer. */
const keyOf = ({ kind, signupUserId, liveUserId, visit, orderId }: CountedFact): string | undefined =>
  signupUserId ??
  liveUserId ??
  visit ??
  (kind === 'ordered' || kind === 'paid' || kind === 'refunded' ? orderId : null) ??
  undefined

/**
 * Who did each fact. A visit and a viewer are the person who signed up, once any fact names both; a visit that several
 * people signed up in belongs to the first of them and joins nobody with anybody.
 */
export const personsIn = (facts: readonly CountedFact[]): ((fact: CountedFact) => string | undefined) => {
  const owners = new Map<string, { readonly atMs: number; readonly person: string }>()
  for (const { signupUserId, liveUserId, visit, atMs } of facts) {
    if (signupUserId === null) continue
    for (const key of [liveUserId, visit]) {
      if (key === null) continue
      const known = owners.get(key)
      const isEarlier = known === undefined || atMs < known.atMs || (atMs === known.atMs && signupUserId < known.person)
      if (isEarlier) owners.set(key, { atMs, person: signupUserId })
    }
  }
  return (fact) => {
    const key = keyOf(fact)
    return key === undefined ? undefined : (owners.get(key)?.person ?? key)
  }
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** How long the spans are together; what lies in several counts once. */
export const unionMs = (spans: readonly Span[]): number => {
  let [sum, reachedMs] = [0, -Infinity]
  for (const { fromMs, toMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    sum += Math.max(0, toMs - Math.max(fromMs, reachedMs))
    reachedMs = Math.max(reachedMs, toMs)
  }
  return sum
}

/**
 * Presences of facts by `<live> <person>`, ms since the begin; the waiting room is none. One without an end lasts until
 * `nowMs` of its live where that is given, and counts nothing where it is not: the server that held it was killed.
 */
export const staysIn = (
  facts: readonly CountedFact[],
  personOf: (fact: CountedFact) => string | undefined,
  nowMs?: number,
): Map<string, Span[]> => {
  const ends = new Map(
    facts.filter(({ kind }) => kind === 'left').map(({ sourceId, offsetMs }) => [sourceId, offsetMs]),
  )
  const stays = new Map<string, Span[]>()
  for (const fact of facts) {
    const person = personOf(fact)
    if (fact.kind !== 'joined' || fact.liveId === null || fact.offsetMs === null || person === undefined) continue
    const end = ends.get(fact.sourceId) ?? nowMs
    if (end === undefined) continue
    const key = `${fact.liveId} ${person}`
    const fromMs = Math.max(0, fact.offsetMs)
    stays.set(key, [...(stays.get(key) ?? []), { fromMs, toMs: Math.max(fromMs, end) }])
  }
  return stays
}

export interface OrderMoney {
  readonly person: string | undefined
  readonly liveId: string | null
  /** Undefined: that it was placed is not known yet. */
  readonly ordered: number | undefined
  /** Undefined: it was not paid. */
  readonly paid: number | undefined
  readonly refunded: number
}

/** What facts say of each order, minor units. */
export const ordersIn = (
  facts: readonly CountedFact[],
  personOf: (fact: CountedFact) => string | undefined,
): Map<string, OrderMoney> => {
  const orders = new Map<string, OrderMoney>()
  for (const fact of facts) {
    const { kind, orderId, amount, liveId } = fact
    if (orderId === null || amount === null) continue
    if (kind !== 'ordered' && kind !== 'paid' && kind !== 'refunded') continue
    const known = orders.get(orderId) ?? {
      person: personOf(fact),
      liveId,
      ordered: undefined,
      paid: undefined,
      refunded: 0,
    }
    orders.set(orderId, { ...known, [kind]: (known[kind] ?? 0) + amount })
  }
  return orders
}

/** Whether money of a paid order is still there; one that cost nothing stays. */
export const isKept = ({ paid, refunded }: Pick<OrderMoney, 'paid' | 'refunded'>): boolean =>
  paid !== undefined && (refunded < paid || refunded === 0)

/** How many persons came how far, from how many came exactly so far: a later step implies those before it. */
export const funnelOfFarthest = (farthest: ReadonlyMap<FunnelStep, number>): FunnelCount[] => {
  let persons = 0
  return funnelSteps
    .toReversed()
    .map((step) => {
      persons += farthest.get(step) ?? 0
      return { step, persons }
    })
    .toReversed()
}

/**
 * The funnel of lives: persons, not visits. Looks at sign-up pages and what happened in rooms count; sales pages have no
 * such way. `stayMs`: how long one has to have been in the room to have stayed.
 */
export const funnelOf = (given: readonly CountedFact[], stayMs: number, nowMs?: number): FunnelCount[] => {
  const facts = countedOnce(given)
  const personOf = personsIn(facts)
  const farthest = new Map<string, number>()
  const reach = (person: string | undefined, step: FunnelStep) => {
    if (person !== undefined) farthest.set(person, Math.max(farthest.get(person) ?? 0, funnelSteps.indexOf(step)))
  }
  for (const fact of facts) {
    if (fact.kind === 'visited' && fact.sourceId.startsWith('signup ')) reach(personOf(fact), 'visited')
    if (fact.liveId === null) continue
    if (fact.kind === 'signedUp' || fact.kind === 'joined' || fact.kind === 'carted') reach(personOf(fact), fact.kind)
  }
  const watched = new Map<string, number>()
  for (const [key, spans] of staysIn(facts, personOf, nowMs)) {
    const person = key.slice(key.indexOf(' ') + 1)
    watched.set(person, (watched.get(person) ?? 0) + unionMs(spans))
  }
  for (const [person, ms] of watched) if (ms >= stayMs) reach(person, 'stayed')
  for (const order of ordersIn(facts, personOf).values()) {
    if (order.liveId === null) continue
    if (order.ordered !== undefined) reach(order.person, 'ordered')
    if (order.paid !== undefined) reach(order.person, 'paid')
    if (isKept(order)) reach(order.person, 'kept')
  }
  const counts = new Map<FunnelStep, number>()
  for (const at of farthest.values()) {
    const step = funnelSteps[at]
    if (step !== undefined) counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  return funnelOfFarthest(counts)
}
