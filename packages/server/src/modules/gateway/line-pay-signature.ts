import { createHmac } from 'node:crypto'

/**
 * The header X-LINE-Authorization. `sent`: the raw body of a POST, the query of a GET without its question mark.
 * (developers-pay.line.me, API v3.)
 */
export const linePaySignature = (channelSecret: string, path: string, sent: string, nonce: string): string =>
  createHmac('sha256', channelSecret).update(`${channelSecret}${path}${sent}${nonce}`).digest('base64')

/** A text, with what it quotes, or a number of JSON. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** Ids of 19 digits are no numbers of JavaScript: they are read as text, wherever they stand. */
export const readLinePay = (body: string): unknown =>
  JSON.parse(body.replaceAll(token, (found) => (/^\d{16,}$/.test(found) ? `"${found}"` : found)))
