import type { SignupUserRow, SignupUserSeat } from '@kaimai/contract/signup-user/signup-user.schema.ts'

/** What a list may say about who came: to the live it is narrowed to, or to the last one. */
export const seatShown = ({ seats }: SignupUserRow, liveId: string): SignupUserSeat | undefined =>
  seats.find((seat) => seat.liveId === liveId) ?? seats[0]

export type Coming = 'came' | 'missed' | 'toCome' | 'cancelled'

/** Whether somebody came to a session, missed it, or may still come. */
export const comingOf = ({ cameAt, status }: Pick<SignupUserSeat, 'cameAt' | 'status'>): Coming => {
  if (cameAt !== null) return 'came'
  if (status === 'cancelled') return 'cancelled'
  return status === 'ended' ? 'missed' : 'toCome'
}

/** Places whose link still opens a room to come. */
export const openSeats = (seats: readonly SignupUserSeat[]): SignupUserSeat[] =>
  seats.filter(({ status }) => status === 'scheduled' || status === 'open' || status === 'live')

/** Answers as they read: yes and no in the reader's language. */
export const answerText = (t: (key: string) => string, { kind, value }: { kind: string; value: string }): string =>
  kind === 'yesNo' && (value === 'yes' || value === 'no') ? t(`answer.${value}`) : value
