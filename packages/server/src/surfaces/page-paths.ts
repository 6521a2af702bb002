import { Id } from '@kaimai/contract/common/fields.ts'
import { consoleWords } from '@kaimai/contract/common/page-address.rules.ts'
import { StreamId, ViewerKey } from '@kaimai/contract/room/room.routes.ts'

/** What an address below the origin is; words match without regard to case, ids and keys as they are. */
export type PageAt =
  | { readonly page: 'sign-up'; readonly customUrl: string }
  | { readonly page: 'sales-page'; readonly customUrl: string }
  | { readonly page: 'room'; readonly view: RoomView; readonly streamId: string; readonly userId: string | null }
  /** /stream/{shortUrl}: leads elsewhere. */
  | { readonly page: 'short'; readonly shortUrl: string }
  | { readonly page: 'order'; readonly orderKey: string }
  | { readonly page: 'sandbox-pay'; readonly token: string }
  /** The page of a partner of a firm: a login, and then what the partner earns. */
  | { readonly page: 'partner'; readonly partnerId: string }
  /** The room that the studio shows in a frame: of the console, and without any data. */
  | { readonly page: 'studio-preview' }
  | { readonly page: 'console' }
  /** Nothing stands there, and nothing can: a mistyped address. */
  | { readonly page: 'wrong'; readonly what: WrongAddress }
  /** By its name a file, which nobody has: a page only to a person who opened it. */
  | { readonly page: 'file' }
  /** A call, or a file of the program, that nobody has answered: never a page. */
  | { readonly page: 'none' }

/** What was looked for at an address where nothing stands. */
export type WrongAddress = 'form' | 'salesPage' | 'room' | 'order' | 'payment' | 'page'

/** How a room shows itself. */
export type RoomView = 'room' | 'anonymous' | 'expired' | 'replay'

const signUpWords = new Set(['sign-up', 'register', 'front-form', 'f'])
const key = /^[\w-]{16,128}$/

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const wrong = (what: WrongAddress): PageAt => ({ page: 'wrong', what })

const roomAt = (streamId: string, view: RoomView, userId: string | null = null): PageAt => {
  const isKnown = StreamId.safeParse(streamId).success && (userId === null || ViewerKey.safeParse(userId).success)
  return isKnown ? { page: 'room', view, streamId, userId } : wrong('room')
}

const streamAt = ([first = '', second, third, ...more]: readonly string[]): PageAt => {
  if (more.length > 0 || first === '') return wrong('room')
  if (second === undefined) return { page: 'short', shortUrl: first }
  const [secondWord, thirdWord] = [second.toLowerCase(), third?.toLowerCase()]
  if (third === undefined) {
    if (secondWord === 'expired' || secondWord === 'anonymous') return roomAt(first, secondWord)
    return roomAt(first, 'room', second)
  }
  if (first.toLowerCase() === 's' && thirdWord === 'expired') return roomAt(second, 'expired')
  if (thirdWord !== 'replay') return wrong('room')
  return secondWord === 'anonymous' ? roomAt(first, 'replay') : roomAt(first, 'replay', second)
}

/** Which page stands at a path (spec section 2). A slash at the end changes nothing. */
export const pageAt = (path: string): PageAt => {
  const [word = '', ...rest] = path.replace(/\/$/, '').split('/').slice(1).map(decoded)
  const [one = ''] = rest
  const isAlone = rest.length === 1 && one !== ''
  switch (word.toLowerCase()) {
    case 'api':
    case 'assets':
    case 'media':
      return { page: 'none' }
    case 'stream':
      return streamAt(rest)
    case 'studio-preview':
      return isAlone && one === 'room' ? { page: 'studio-preview' } : wrong('page')
    case 'order':
      return isAlone && key.test(one) ? { page: 'order', orderKey: one } : wrong('order')
    case 'sandbox-pay':
      return isAlone && key.test(one) ? { page: 'sandbox-pay', token: one } : wrong('payment')
    case 'partner':
      return isAlone && Id.safeParse(one).success ? { page: 'partner', partnerId: one.toLowerCase() } : wrong('page')
  }
  const first = word.toLowerCase()
  if (first === 'register' && !isAlone && rest.length === 0) return { page: 'console' }
  if (signUpWords.has(first)) return isAlone ? { page: 'sign-up', customUrl: one } : wrong('form')
  if (first === 's') return isAlone ? { page: 'sales-page', customUrl: one } : wrong('salesPage')
  // A merchant's slip of the pen is answered by the console.
  if (consoleWords.includes(first) || first.startsWith('manage-')) return { page: 'console' }
  return /\.[a-z0-9]{1,5}$/i.test(path) ? { page: 'file' } : wrong('page')
}

/** Whether a page belongs to the audience's origin. */
export const isAudiencePage = ({ page }: PageAt): boolean =>
  page !== 'console' && page !== 'none' && page !== 'file' && page !== 'studio-preview'

/** Whether the address holds a key, or leads to somebody's own figures: such pages send no referrer. */
export const hasKey = (at: PageAt, path: string): boolean =>
  at.page === 'order' ||
  // Maybe all but a letter of one.
  at.page === 'wrong' ||
  at.page === 'sandbox-pay' ||
  at.page === 'partner' ||
  (at.page === 'room' && at.userId !== null) ||
  /^\/auth\/(reset|invitation|confirm-email)\//i.test(path)
