import { createHash } from 'node:crypto'
import { isSameText } from './is-same-text.ts'
import { phpUrlEncode } from './php-url-encode.ts'

export interface EcpayKeys {
  readonly hashKey: string
  readonly hashIv: string
}

export type EcpayFields = Readonly<Record<string, string>>

/** .NET's own encoding on top of PHP's: these signs stay as they are. */
const unescaped: Readonly<Record<string, string>> = {
  '%2d': '-',
  '%5f': '_',
  '%2e': '.',
  '%21': '!',
  '%2a': '*',
  '%28': '(',
  '%29': ')',
}
const encoded = (text: string): string =>
  phpUrlEncode(text)
    .toLowerCase()
    .replaceAll(/%(?:2d|5f|2e|21|2a|28|29)/g, (code) => unescaped[code] ?? code)

const byBytes = ([a]: readonly [string, string], [b]: readonly [string, string]): number => {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one < other ? -1 : one > other ? 1 : 0
}

/**
 * ECPay's CheckMacValue over all fields but itself, also empty ones (developers.ecpay.com.tw ?p=2902). Payments take
 * SHA-256, domestic logistics MD5.
 */
export const ecpayMac = (fields: EcpayFields, { hashKey, hashIv }: EcpayKeys, algorithm: 'sha256' | 'md5'): string => {
  const sorted = Object.entries(fields)
    .filter(([name]) => name !== 'CheckMacValue')
    .toSorted(byBytes)
    .map(([name, value]) => `${name}=${value}`)
  const text = [`HashKey=${hashKey}`, ...sorted, `HashIV=${hashIv}`].join('&')
  return createHash(algorithm).update(encoded(text)).digest('hex').toUpperCase()
}

/** Whether what came in was signed with these keys. */
export const isFromEcpay = (fields: EcpayFields, keys: EcpayKeys, algorithm: 'sha256' | 'md5' = 'sha256'): boolean =>
  isSameText((fields['CheckMacValue'] ?? '').toUpperCase(), ecpayMac(fields, keys, algorithm))
