import { resolveTxt } from 'node:dns/promises'
import type { DnsRecord } from '@kaimai/contract/firm/firm.schema.ts'
import type { z } from 'zod'
import type { Secret } from '../../platform/secret.ts'

/** The TXT records at a name, each whole; none there is an empty list. Throws when nobody can say. */
export type ReadTxt = (name: string) => Promise<readonly string[]>

const nobodyThere = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
const patienceMs = 5_000

export const readTxt: ReadTxt = async (name) => {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer about ${name}`)), patienceMs)
  })
  try {
    const records = await Promise.race([resolveTxt(name), tooLong])
    return records.map((parts) => parts.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && nobodyThere.has(String(error.code))) return []
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A firm's own domain as sender: what to set at its name server, and whether it is set. */
export const createSenderDomains = ({ secret, read = readTxt }: { secret: Secret; read?: ReadTxt }) => {
  const proofOf = (firmId: string, domain: string): string =>
    `kaimai-verify=${secret.sign('sender domain', `${firmId} ${domain}`).slice(0, 32)}`
  const ownerName = (domain: string): string => `_kaimai.${domain}`

  return {
    records: (firmId: string, domain: string): z.input<typeof DnsRecord>[] =>
      domain === ''
        ? []
        : [
            { purpose: 'owner', type: 'TXT', name: ownerName(domain), value: proofOf(firmId, domain) },
            { purpose: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
          ],

    /** Whether the domain shows the firm's own proof. Throws when its name server can't be asked. */
    isOwned: async (firmId: string, domain: string): Promise<boolean> =>
      (await read(ownerName(domain))).some((text) => text.trim() === proofOf(firmId, domain)),
  }
}
export type SenderDomains = ReturnType<typeof createSenderDomains>
