import type { Body } from './live-writing.ts'
import type { LiveHead } from './live.record.ts'

/** What the control room changes while the form of the same live stands open somewhere. */
export type RoomSettings = Pick<LiveHead, 'bannedKeywords' | 'slowSeconds' | 'anonymousAllowed' | 'products'>

/** A set as two have changed it since `loaded`: what one has added or taken out, the other does not undo. */
const bothOf = (loaded: readonly string[], form: readonly string[], now: readonly string[]): string[] => {
  const [before, wanted] = [new Set(loaded), new Set(form)]
  const added = form.filter((word) => !before.has(word) && !now.includes(word))
  return [...now.filter((word) => wanted.has(word) || !before.has(word)), ...added]
}

/**
 * A form's body with what somebody else changed since it was filled (`loaded`) and the form has not touched. A number or
 * switch that both have changed is as the form has it: that was said on purpose, and last.
 */
export const withChangedMeanwhile = (body: Body, now: RoomSettings): Body => {
  const { loaded } = body
  if (loaded === undefined) return body
  const listed = new Set([...loaded.productIds, ...body.productList.map(({ productId }) => productId)])
  const added = now.products.filter(({ productId }) => !listed.has(productId))
  return {
    ...body,
    bannedKeywords: bothOf(loaded.bannedKeywords, body.bannedKeywords, now.bannedKeywords),
    slowSeconds: body.slowSeconds === loaded.slowSeconds ? now.slowSeconds : body.slowSeconds,
    anonymousAllowed: body.anonymousAllowed === loaded.anonymousAllowed ? now.anonymousAllowed : body.anonymousAllowed,
    productList: [...body.productList, ...added],
  }
}

/** Whether the control room has changed nothing between two readings of a live. */
export const isRoomSame = (one: RoomSettings, other: RoomSettings): boolean => {
  const settingsText = ({ bannedKeywords, slowSeconds, anonymousAllowed, products }: RoomSettings) =>
    JSON.stringify([bannedKeywords, slowSeconds, anonymousAllowed, products.map(({ productId }) => productId)])
  return settingsText(one) === settingsText(other)
}
