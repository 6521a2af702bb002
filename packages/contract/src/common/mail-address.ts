import { plainEmail } from './typed-text.ts'

const shape = /^[^\s\p{Cc}@"'<>,;:()[\]\\]+@[\p{L}\p{N}\p{M}_-]+(\.[\p{L}\p{N}\p{M}_-]+)+$/u

/** The last part of a domain is no number: it would be an IP address. */
const asciiDomain = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.(?!\d+$)[a-z0-9-]+$/

/** A domain as the name system has it; undefined: it is none. */
const punycodeOf = (domain: string): string | undefined => {
  try {
    const { hostname } = new URL(`http://${domain}`)
    return asciiDomain.test(hostname) ? hostname : undefined
  } catch {
    return undefined
  }
}

export type MailAddressRead = { readonly address: string } | { readonly problem: 'shape' | 'local' }

/**
 * An e-mail address as mail servers take it: without what nobody sees, in half width and lower case, the domain in
 * punycode and without a last dot. Two spellings of one mail box read alike. `local`: what stands before the @ has signs
 * beyond ASCII, which most mail servers refuse. `shape`: it is no address.
 */
export const readMailAddress = (typed: string): MailAddressRead => {
  const text = plainEmail(typed).replace(/\.$/, '')
  if (text.length > 254 || !shape.test(text)) return { problem: 'shape' }
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = punycodeOf(text.slice(at + 1))
  if (domain === undefined || local.length > 64) return { problem: 'shape' }
  if (!/^[\x21-\x7e]+$/.test(local)) return { problem: 'local' }
  const address = `${local}@${domain}`
  return address.length > 254 ? { problem: 'shape' } : { address }
}

/** Whatever was typed for an address, in the form in which addresses are kept, so that both can be compared. */
export const asMailAddress = (typed: string): string => {
  const read = readMailAddress(typed)
  return 'problem' in read ? plainEmail(typed) : read.address
}
