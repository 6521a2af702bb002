/** letterTemplateType, a number (letters.md). */
export const letterTypes = {
  signupNotice: 1,
  signupComplete: 2,
  liveNotice: 3,
  liveBegins: 4,
  orderNotice: 5,
  paidNotice: 6,
  associationNotice: 7,
  associationUrlChanged: 8,
  associationPassword: 9,
  freeText: 10,
  /** Ours: the code by which somebody gets to the own sign-up in another browser. */
  signupCode: 11,
  /** Ours: a session that somebody signed up for begins or ends at another time. */
  liveMoved: 12,
  /** Ours: a partner has earned a commission, the first one of a day. */
  commissionEarned: 13,
  /** Ours: a partner's statement of a month. */
  partnerStatement: 14,
  /** Ours: a session that somebody signed up for does not take place. */
  liveCancelled: 15,
  /** Ours: money of an order goes back to its buyer. */
  refundNotice: 16,
  /** Ours: things are still in the cart after a session. */
  cartLeft: 17,
  /** Ours: a product that somebody waits for can be had again. */
  restocked: 18,
  /** Ours: the turn of a product that somebody waits for has come in its session. */
  saleBegins: 19,
  /** Ours: a text message that confirms a sign-up. */
  signupSms: 20,
} as const
export type LetterType = (typeof letterTypes)[keyof typeof letterTypes]

/** Whether what firms write of a type is a text message: one text without a subject. */
export const isSms = (type: number): boolean => type === letterTypes.signupSms

/** What the keys of letters begin with that a member sends to the own address: they are nobody's sign-up or order. */
export const testLetterKey = 'template-test:'
/** Whether letters of a type advertise: they go to nobody who has opted out, and hold a link to do so. */
export const isMarketing = (type: number): boolean => type === letterTypes.freeText || type === letterTypes.cartLeft

const ofSignups: readonly number[] = [
  letterTypes.signupNotice,
  letterTypes.signupComplete,
  letterTypes.liveNotice,
  letterTypes.liveBegins,
  letterTypes.liveMoved,
  letterTypes.liveCancelled,
  letterTypes.restocked,
  letterTypes.saleBegins,
]
/** Whether letters of a type follow from a sign-up: who unsubscribes in one gets no more of them, nor any marketing. */
export const isOfSignup = (type: number): boolean => ofSignups.includes(type)

/** Where letters that follow from somebody's sign-up go; empty: nowhere, as the person has stopped them. */
export const addressOfSignup = (
  person: { readonly email: string; readonly isCancelNotice: boolean } | undefined,
): string | undefined => (person?.isCancelNotice === true ? '' : person?.email)

/** Variables a letter may hold, by type. */
export const letterVariables = [
  'name',
  'firmName',
  'sessionTitle',
  'liveBeginAt',
  'liveUrl',
  'orderNo',
  'orderTotal',
  'orderUrl',
  /** What is still to be done to pay it. */
  'paymentNote',
  /** What can still be had of a cart. */
  'cartItems',
  'cartUrl',
  'productName',
  'productUrl',
  /** Of partners: their page, the link by which they set a password, and the address they log in with. */
  'pageUrl',
  'passwordUrl',
  'email',
  /** A link that they share, with its code and what it pays. */
  'linkUrl',
  'linkCode',
  'linkRate',
  'code',
] as const
export type LetterVariable = (typeof letterVariables)[number]
/** Those that are an address, and may stand where one does. */
export const linkVariables = [
  'liveUrl',
  'orderUrl',
  'cartUrl',
  'productUrl',
  'pageUrl',
  'passwordUrl',
  'linkUrl',
] as const satisfies LetterVariable[]

/** Whether a variable is an address. */
export const isLink = (variable: string): boolean => (linkVariables as readonly string[]).includes(variable)

const ofEverybody = ['name', 'firmName'] as const
const sessionVariables = ['sessionTitle', 'liveBeginAt', 'liveUrl'] as const satisfies LetterVariable[]
const ofSession = [...ofEverybody, ...sessionVariables] as const
const ofProduct = [...ofEverybody, 'productName', 'sessionTitle', 'productUrl'] as const
const ofPartner = [...ofEverybody, 'pageUrl'] as const
const ofOrder = [...ofEverybody, 'orderNo', 'orderTotal', 'orderUrl'] as const

/** What a firm's own text may hold, by letterTemplateType; undefined: a firm writes none of that type. */
export const variablesOfType = (type: number): readonly LetterVariable[] | undefined => {
  switch (type) {
    case letterTypes.signupNotice:
    case letterTypes.signupComplete:
    case letterTypes.liveNotice:
    case letterTypes.liveBegins:
    case letterTypes.signupSms:
    // Who is written to without a session has no value for what it says of one.
    case letterTypes.freeText:
      return ofSession
    case letterTypes.orderNotice:
      return [...ofOrder, 'paymentNote']
    case letterTypes.paidNotice:
      return ofOrder
    case letterTypes.cartLeft:
      return [...ofEverybody, 'sessionTitle', 'cartItems', 'cartUrl']
    case letterTypes.restocked:
    case letterTypes.saleBegins:
      return ofProduct
    case letterTypes.associationNotice:
    case letterTypes.associationPassword:
      return [...ofPartner, 'passwordUrl', 'email']
    case letterTypes.associationUrlChanged:
      return [...ofPartner, 'linkUrl', 'linkCode', 'linkRate']
    default:
      return undefined
  }
}

/** Whether a variable says something of a session: who is written to without one has no value for it. */
export const isOfSession = (variable: string): boolean => (sessionVariables as readonly string[]).includes(variable)

/** Types of which a firm may write texts of its own. */
export const ownLetterTypes: readonly LetterType[] = Object.values(letterTypes).filter(
  (type) => variablesOfType(type) !== undefined,
)

/**
 * Types whose e-mails know all that a text of this type may say: whoever got one of them can be shown it. Mailings go to people
 * without a session too, so they stand for their own type alone.
 */
export const typesThatKnow = (type: number): number[] => {
  const wanted = variablesOfType(type) ?? []
  const knows = (other: number): boolean =>
    other !== letterTypes.freeText &&
    !isSms(other) &&
    wanted.every((variable) => variablesOfType(other)?.includes(variable) === true)
  return ownLetterTypes.filter((other) => other === type || knows(other))
}

/** `{{name}}`, or `{{name|what stands there without one}}`; blanks within the braces mean nothing. */
const place = /\{\{\s*(\w+)\s*(?:\|([^{}]*))?\}\}/g

/** What nobody sees is no value: blanks of any width, and letters that are drawn as nothing. */
const isBlank = (value: string): boolean => value.replace(/[\s\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]/gu, '') === ''

/** Whether a variable has nothing to show. */
export const hasNoValue = (value: string | undefined): boolean => value === undefined || isBlank(value)

/** The variables that a text holds; `optional`: it says what stands there without a value. */
export const variablesIn = (text: string): { readonly name: string; readonly optional: boolean }[] =>
  [...text.matchAll(place)].map((match) => ({ name: match[1] ?? '', optional: (match[2] ?? '').trim() !== '' }))

/** Braces that are no variable: one that was opened and not closed, or that a format of the text cuts in two. */
export const hasBrokenVariable = (text: string): boolean =>
  [...text.matchAll(place)].some(([whole]) => whole.includes('<')) || /\{\{|\}\}/.test(text.replace(place, ''))

/** Variables in a text that no letter knows: an error before sending, never a gap after. */
export const unknownVariables = (text: string): string[] =>
  variablesIn(text)
    .map(({ name }) => name)
    .filter((name) => !(letterVariables as readonly string[]).includes(name))

/**
 * Puts the values in. Where one is missing or blank, what the text says for that stands there; where it says nothing,
 * this throws, for a letter with a gap must not leave.
 */
export const fillLetter = (text: string, values: Readonly<Partial<Record<string, string>>>): string =>
  text.replace(place, (_, name: string, otherwise: string | undefined) => {
    const value = values[name]
    if (value !== undefined && !isBlank(value)) return value
    const instead = otherwise?.trim() ?? ''
    if (instead === '') throw new Error(`letter variable without a value: ${name}`)
    return instead
  })

/** Per recipient. */
export const recipientStates = [
  'queued',
  'handing',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'failed',
  'skipped',
  'unknown',
] as const
export type RecipientState = (typeof recipientStates)[number]
