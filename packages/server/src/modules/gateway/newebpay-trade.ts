import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { isSameText } from './is-same-text.ts'

export interface NewebpayKeys {
  /** 32 letters. */
  readonly hashKey: string
  /** 16 letters. */
  readonly hashIv: string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').toUpperCase()

/** TradeInfo: AES-256-CBC of a query text, as hex. */
export const encryptTrade = (query: string, { hashKey, hashIv }: NewebpayKeys): string => {
  const cipher = createCipheriv('aes-256-cbc', hashKey, hashIv)
  return cipher.update(query, 'utf8', 'hex') + cipher.final('hex')
}

/** Longest padding: 16 bytes by the standard, 32 as older shops were taught. */
const longestPadding = 32

/** The text in a TradeInfo; undefined when these keys don't open it. */
export const decryptTrade = (tradeInfo: string, { hashKey, hashIv }: NewebpayKeys): string | undefined => {
  if (!/^(?:[0-9a-f]{32})+$/i.test(tradeInfo)) return undefined
  const decipher = createDecipheriv('aes-256-cbc', hashKey, hashIv)
  decipher.setAutoPadding(false)
  const bytes = Buffer.concat([decipher.update(tradeInfo, 'hex'), decipher.final()])
  const padding = bytes.at(-1) ?? 0
  const isPadded =
    padding >= 1 &&
    padding <= Math.min(longestPadding, bytes.length) &&
    bytes.subarray(-padding).every((byte) => byte === padding)
  return isPadded ? bytes.subarray(0, -padding).toString('utf8') : undefined
}

/** TradeSha, which signs a TradeInfo. */
export const tradeSha = (tradeInfo: string, { hashKey, hashIv }: NewebpayKeys): string =>
  sha256(`HashKey=${hashKey}&${tradeInfo}&HashIV=${hashIv}`)

export const isFromNewebpay = (tradeInfo: string, sha: string, keys: NewebpayKeys): boolean =>
  isSameText(sha.toUpperCase(), tradeSha(tradeInfo, keys))

export interface NewebpayTrade {
  readonly amount: string
  readonly merchantId: string
  readonly orderNo: string
}

/** CheckValue of a question about a trade. */
export const checkValue = ({ amount, merchantId, orderNo }: NewebpayTrade, { hashKey, hashIv }: NewebpayKeys): string =>
  sha256(`IV=${hashIv}&Amt=${amount}&MerchantID=${merchantId}&MerchantOrderNo=${orderNo}&Key=${hashKey}`)

/** CheckCode of the answer to it. */
export const checkCode = (trade: NewebpayTrade & { readonly tradeNo: string }, keys: NewebpayKeys): string => {
  const { amount, merchantId, orderNo, tradeNo } = trade
  const fields = `Amt=${amount}&MerchantID=${merchantId}&MerchantOrderNo=${orderNo}&TradeNo=${tradeNo}`
  return sha256(`HashIV=${keys.hashIv}&${fields}&HashKey=${keys.hashKey}`)
}
