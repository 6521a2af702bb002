import { createHmac, timingSafeEqual } from 'node:crypto'

/** A live's names are not its replay's: knowing the one doesn't open the other. */
export type NameScope = 'live' | 'replay'

/** 128 bits, 22 characters of base64url. */
const macBytes = 16
const macLength = 22

const macOf = (key: Uint8Array, scope: NameScope, liveId: string, part: string): Buffer =>
  // Separators that can't be part of an id keep (ab, c) and (a, bc) apart.
  createHmac('sha256', key).update(`segment\n${scope}\n${liveId}\n${part}`).digest().subarray(0, macBytes)

/** `17-0ZfQ…`: the number and what proves that we gave it out. The key is secret and at least 32 bytes. */
export const segmentName = (key: Uint8Array, scope: NameScope, liveId: string, n: number): string =>
  `${n}-${macOf(key, scope, liveId, String(n)).toString('base64url')}`

/** `init-0ZfQ…` */
export const initName = (key: Uint8Array, scope: NameScope, liveId: string): string =>
  `init-${macOf(key, scope, liveId, 'init').toString('base64url')}`

const namePattern = new RegExp(`^(init|0|[1-9]\\d{0,5})-([A-Za-z0-9_-]{${macLength}})$`)

/** What a name stands for, undefined when we didn't give it out for this live. Takes the same time either way. */
export const readSegmentName = (
  key: Uint8Array,
  scope: NameScope,
  liveId: string,
  name: string,
): number | 'init' | undefined => {
  const [, part, mac] = namePattern.exec(name) ?? []
  if (part === undefined || mac === undefined) return undefined
  const received = Buffer.from(mac, 'base64url')
  const expected = macOf(key, scope, liveId, part)
  // The last character has bits to spare: only one way of writing a name is ours.
  if (received.toString('base64url') !== mac || !timingSafeEqual(received, expected)) return undefined
  return part === 'init' ? 'init' : Number(part)
}
