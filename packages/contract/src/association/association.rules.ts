import { normalizeText } from '../common/normalize-text.ts'
import { trackingText } from '../tracking/tracking-text.rules.ts'

/** Which of several links that a buyer came by earns the sale; the firm chooses one for all its partners. */
export const touchRules = ['last', 'first'] as const
export type TouchRule = (typeof touchRules)[number]

/** Whether a link earns for this sale at all. */
export interface AssociationTerms {
  readonly id: string
  readonly beginAtMs: number
  /** Null: open. Clicks from this moment on are none. */
  readonly endAtMs: number | null
  /** For so long a click counts. */
  readonly cookieDays: number
  /** Forms and products that it is for; both empty: everything the firm sells. */
  readonly signupIds: readonly string[]
  readonly productIds: readonly string[]
}

/** A click on a link, as it is known when somebody signs up or orders. */
export interface LinkVisit {
  readonly associationId: string
  /** Epoch ms by the visitor's clock. */
  readonly atMs: number
  /** The visitor has signed up by it: it counts for what this person orders, however much later and wherever. */
  readonly hasSignedUp?: boolean
}

/** What is sold, or signed up for. */
export interface Sale {
  /** Epoch ms. */
  readonly atMs: number
  /** The form that is signed up at, or that led into the room; null: none is known. */
  readonly signupId: string | null
  /** Null: a sign-up, of which nobody knows yet what it will buy. */
  readonly productIds: readonly string[] | null
}

export const dayMs = 86_400_000

const covers = ({ signupIds, productIds }: AssociationTerms, sale: Sale): boolean => {
  if (sale.signupId !== null && signupIds.includes(sale.signupId)) return true
  if (sale.productIds === null) return signupIds.length === 0
  return (signupIds.length === 0 && productIds.length === 0) || sale.productIds.some((id) => productIds.includes(id))
}

const isInPeriod = ({ beginAtMs, endAtMs }: AssociationTerms, atMs: number): boolean =>
  beginAtMs <= atMs && (endAtMs === null || atMs < endAtMs)

/**
 * The click that earns a sale: of those within their link's period and cookie days whose link is for what is sold, the last
 * or the first one. A browser whose clock is ahead clicked now. Undefined: nobody earns it.
 */
export const earningVisit = (
  visits: readonly LinkVisit[],
  associations: readonly AssociationTerms[],
  sale: Sale,
  rule: TouchRule,
): LinkVisit | undefined => {
  const byId = new Map(associations.map((terms) => [terms.id, terms]))
  const counting = visits
    .map((visit) => ({ ...visit, atMs: Math.min(visit.atMs, sale.atMs) }))
    .filter(({ associationId, atMs, hasSignedUp = false }) => {
      const terms = byId.get(associationId)
      if (terms === undefined || !isInPeriod(terms, atMs) || !covers(terms, sale)) return false
      return hasSignedUp || sale.atMs - atMs <= terms.cookieDays * dayMs
    })
    .toSorted((a, b) => a.atMs - b.atMs)
  return rule === 'last' ? counting.at(-1) : counting[0]
}

/** Why a sale by a link earns nothing: its buyer is the partner. */
export const selfPurchaseSigns = ['email', 'phone', 'device'] as const
export type SelfPurchaseSign = (typeof selfPurchaseSigns)[number]

/** An e-mail address as it is compared. */
export const comparableEmail = (email: string): string => normalizeText(email).replaceAll(' ', '')

/**
 * By what a buyer is the partner whom the sale is credited to, and nobody else's; undefined: by nothing. Phones are E.164,
 * devices the hashes of their cookies; what is empty is nobody's.
 */
export const selfPurchaseBy = (
  buyer: { readonly email: string; readonly phone: string; readonly deviceHash: string },
  partner: {
    readonly emails: readonly string[]
    readonly phones: readonly string[]
    readonly deviceHashes: readonly string[]
  },
): SelfPurchaseSign | undefined => {
  const email = comparableEmail(buyer.email)
  if (email !== '' && partner.emails.some((each) => comparableEmail(each) === email)) return 'email'
  if (buyer.phone !== '' && partner.phones.includes(buyer.phone)) return 'phone'
  return buyer.deviceHash !== '' && partner.deviceHashes.includes(buyer.deviceHash) ? 'device' : undefined
}

/** A link's code as it is typed into an address (`?a=`), in one spelling. */
export const comparableCode = (code: string): string => trackingText(code, 64).trim().toLowerCase()
