import { createHash, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../platform/secret.ts'

/** Lifetimes of the two tokens (design.md, Contract). */
export const tokenLife = {
  bearerIdleMs: 30 * 60_000,
  bearerMs: 12 * 3600_000,
  renewalMs: 30 * 24 * 3600_000,
  /** The just-replaced renewal token, shown again by the same device, gets the same successor. */
  graceMs: 60_000,
} as const

/** Tokens are random and long, so a plain hash is enough at rest. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export const sameText = (a: string, b: string): boolean => {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * The renewal token that follows: a keyed function of the one before, so that two tabs that show the same token get
 * the same successor although neither is stored.
 */
export const successorOf = (secret: Secret, sessionId: string, token: string): string =>
  secret.sign('renewal', `${sessionId} ${token}`)
