import { createHmac } from 'node:crypto'
import { isSameText } from './is-same-text.ts'

/** Upper-case hex over the raw body, in the header X-Payment-Center-Hmac-Sha256. */
export const paynowSignature = (privateKey: string, body: string): string =>
  createHmac('sha256', privateKey).update(body).digest('hex').toUpperCase()

export const isFromPaynow = (privateKey: string, body: string, claimed: string): boolean =>
  isSameText(claimed, paynowSignature(privateKey, body))
