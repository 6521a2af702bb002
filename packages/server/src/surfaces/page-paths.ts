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
  /** The room that the studio shows in a frame: of the console, and without any data. */
  | { readonly page: 'studio-preview' }
  | { readonly page: 'console' }
  /** A file or a call that nobody has answered: never a page. */
  | { readonly page: 'none' }

/** How a room shows itself; `notFound` is said by the server alone. */
export type RoomView = 'room' | 'anonymous' | 'expired' | 'replay' | 'notFound'

const signUpWords = new Set(['sign-up', 'register', 'front-form', 'f'])
const key = /^[\w-]{16,128}$/

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const roomAt = (streamId: string, view: Exclude<RoomView, 'notFound'>, userId: string | null = null): PageAt => {
  const isKnown = StreamId.safeParse(streamId).success && (userId === null || ViewerKey.safeParse(userId).success)
  return { page: 'room', view: isKnown ? view : 'notFound', streamId, userId }
}

const streamAt = ([first = '', second, third, ...more]: readonly string[]): PageAt => {
  if (more.length > 0 || first === '') return { page: 'console' }
  if (second === undefined) return { page: 'short', shortUrl: first }
  const [secondWord, thirdWord] = [second.toLowerCase(), third?.toLowerCase()]
  if (third === undefined) {
    if (secondWord === 'expired' || secondWord === 'anonymous') return roomAt(first, secondWord)
    return roomAt(first, 'room', second)
  }
  if (first.toLowerCase() === 's' && thirdWord === 'expired') return roomAt(second, 'expired')
  if (thirdWord !== 'replay') return { page: 'console' }
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
      return isAlone && one === 'room' ? { page: 'studio-preview' } : { page: 'console' }
    case 'order':
      return isAlone && key.test(one) ? { page: 'order', orderKey: one } : { page: 'console' }
    case 'sandbox-pay':
      return isAlone && key.test(one) ? { page: 'sandbox-pay', token: one } : { page: 'console' }
  }
  if (isAlone && signUpWords.has(word.toLowerCase())) return { page: 'sign-up', customUrl: one }
  if (isAlone && word.toLowerCase() === 's') return { page: 'sales-page', customUrl: one }
  return /\.[a-z0-9]{1,5}$/i.test(path) ? { page: 'none' } : { page: 'console' }
}

/** Whether a page belongs to the audience's origin. */
export const isAudiencePage = ({ page }: PageAt): boolean =>
  page !== 'console' && page !== 'none' && page !== 'studio-preview'

/** Whether the address holds a key: such pages send no referrer. */
export const hasKey = (at: PageAt, path: string): boolean =>
  at.page === 'order' ||
  at.page === 'sandbox-pay' ||
  (at.page === 'room' && at.userId !== null) ||
  /^\/auth\/(reset|invitation|confirm-email)\//i.test(path)
