/** What is drawn as nothing and gets into addresses that are pasted: marks of direction, joiners, blanks of any width. */
const invisible = /[\s\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]/gu

const shape = /^[^\s@"'<>,;:()[\]\\]+@[^\s@.,;:()<>[\]\\]+(\.[^\s@.,;:()<>[\]\\]+)+$/u

export type MailAddressRead = { readonly address: string } | { readonly problem: 'shape' | 'local' }

/** A domain as the name system has it; undefined: it is none. */
const punycodeOf = (domain: string): string | undefined => {
  try {
    const { hostname } = new URL(`http://${domain}`)
    return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) ? hostname : undefined
  } catch {
    return undefined
  }
}

/**
 * An e-mail address as mail servers take it: without what nobody sees, in half width and lower case, the domain in
 * punycode and without a last dot. Two spellings of one mail box read alike. `local`: what stands before the @ has signs
 * beyond ASCII, which most mail servers refuse. `shape`: it is no address.
 */
export const readMailAddress = (typed: string): MailAddressRead => {
  const text = typed.replace(invisible, '').normalize('NFKC').toLowerCase().replace(/\.$/, '')
  if (text.length > 254 || !shape.test(text)) return { problem: 'shape' }
  const at = text.lastIndexOf('@')
  const domain = punycodeOf(text.slice(at + 1))
  if (domain === undefined) return { problem: 'shape' }
  const local = text.slice(0, at)
  if (!/^[\x21-\x7e]+$/.test(local)) return { problem: 'local' }
  return local.length > 64 ? { problem: 'shape' } : { address: `${local}@${domain}` }
}
