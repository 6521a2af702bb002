import { plainCode } from '../common/typed-text.ts'

/** What a checkout checks while it is filled in, and the server again; without schemas, so that a page loads none. */

/** home: to an address · store: convenience-store pick-up · self: picked up at the merchant · none: virtual products. */
export const deliveryTypes = ['home', 'store', 'self', 'none'] as const
export type DeliveryType = (typeof deliveryTypes)[number]

/** A tax id, a love code or a certificate as it is checked and kept, of what was typed or pasted. */
export const readCode = (typed: string): string => plainCode(typed).replaceAll('-', '')

/** A mobile barcode as it is checked and kept: with the slash that it is often copied without. */
export const readMobileBarcode = (typed: string): string => {
  const code = plainCode(typed)
  return code === '' || code.startsWith('/') ? code : `/${code}`
}

/** A mobile barcode of the e-invoice platform. */
export const mobileBarcodePattern = /^\/[0-9A-Z.+-]{7}$/
/** The barcode of a citizen digital certificate. */
export const certificatePattern = /^[A-Z]{2}\d{14}$/
/** The code of an organisation that invoices are donated to. */
export const loveCodePattern = /^\d{3,7}$/

/**
 * A Taiwanese company tax id: weights 1 2 1 2 1 2 4 1, digit sums, divisible by 5 (since 2023); a 7 in the seventh
 * place may count one more. Eight zeros would pass, and are nobody's.
 */
export const isTaxId = (id: string): boolean => {
  if (!/^\d{8}$/.test(id) || id === '00000000') return false
  const weights = [1, 2, 1, 2, 1, 2, 4, 1]
  const sum = weights.reduce((total, weight, place) => {
    const product = Number(id[place]) * weight
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return sum % 5 === 0 || (id[6] === '7' && (sum + 1) % 5 === 0)
}
