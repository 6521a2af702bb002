import { createHmac } from 'node:crypto'

/**
 * The header X-LINE-Authorization. `sent`: the raw body of a POST, the query of a GET without its question mark.
 * (developers-pay.line.me, API v3.)
 */
export const linePaySignature = (channelSecret: string, path: string, sent: string, nonce: string): string =>
  createHmac('sha256', channelSecret).update(`${channelSecret}${path}${sent}${nonce}`).digest('base64')

/** Ids of 19 digits are no numbers of JavaScript: they are read as text. */
export const readLinePay = (body: string): unknown =>
  JSON.parse(body.replaceAll(/("\s*:\s*)(\d{16,})(?=\s*[,}\]])/g, '$1"$2"'))
