import { createHash } from 'node:crypto'
import type { Secret } from '../../platform/secret.ts'

/** The key in a shopper's link: can be made again for a letter, is stored only as a hash. */
export const createOrderKeys = (secret: Pick<Secret, 'sign'>) => ({
  /** 256 bits, 43 characters of base64url. */
  keyOf: (orderId: string): string => secret.sign('order key', orderId),
  hashOf: (key: string): string => createHash('sha256').update(key).digest('base64url'),
})
export type OrderKeys = ReturnType<typeof createOrderKeys>
