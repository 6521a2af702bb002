// Who the stand-in of ECPay knows, and how they sign: it shares nothing with our own code.
import { createHash } from 'node:crypto'

export interface Merchant {
  readonly id: string
  readonly key: string
  readonly iv: string
  readonly checkCode: string
}
/** Two merchants of its stage. */
const merchants: readonly Merchant[] = [
  { id: '3002607', key: 'pwFHCqoQZGmho4w6', iv: 'EkRm7iFT261dpevs', checkCode: '91845555' },
  { id: '2000132', key: '5294y06JbISpM5x9', iv: 'v77hoKGq4kWxNNIS', checkCode: '59997889' },
]
export const merchantOf = (id: string | undefined): Merchant | undefined => merchants.find((each) => each.id === id)

/** Sign by sign, as the page of ECPay describes it. */
const encode = (text: string): string => {
  let written = ''
  for (const byte of Buffer.from(text, 'utf8')) {
    const sign = String.fromCharCode(byte)
    if (/[a-zA-Z0-9\-_.!*()]/.test(sign) && byte < 128) written += sign.toLowerCase()
    else if (sign === ' ') written += '+'
    else written += `%${byte.toString(16).padStart(2, '0')}`
  }
  return written
}
const sign = (fields: ReadonlyMap<string, string>, { key, iv }: Merchant): string => {
  const names = [...fields.keys()].filter((name) => name !== 'CheckMacValue')
  names.sort((a, b) => Buffer.compare(Buffer.from(a.toLowerCase()), Buffer.from(b.toLowerCase())))
  const middle = names.map((name) => `${name}=${fields.get(name)}`).join('&')
  const hash = createHash('sha256').update(encode(`HashKey=${key}&${middle}&HashIV=${iv}`))
  return hash.digest('hex').toUpperCase()
}
/** Who asks, if it is a merchant here and has signed with its own keys. */
export const signerOf = (fields: ReadonlyMap<string, string>): Merchant | undefined => {
  const who = merchantOf(fields.get('MerchantID'))
  return who && fields.get('CheckMacValue') === sign(fields, who) ? who : undefined
}
export const signed = (fields: Record<string, string>, who: Merchant): URLSearchParams => {
  const mac = sign(new Map(Object.entries(fields)), who)
  return new URLSearchParams({ ...fields, CheckMacValue: mac })
}
