import type { Charset } from '@kaimai/contract/common/sheet.ts'

const tables = new Map<Charset, ReadonlyMap<string, readonly number[]>>()

/** What each pair of bytes is in a character set, the other way round: Node.js reads them, and writes none. */
const tableOf = (charset: Charset): ReadonlyMap<string, readonly number[]> => {
  const known = tables.get(charset)
  if (known) return known
  const decoder = new TextDecoder(charset)
  const table = new Map<string, readonly number[]>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const sign = decoder.decode(Uint8Array.of(lead, trail))
      if ([...sign].length === 1 && !sign.includes('\uFFFD') && !table.has(sign)) table.set(sign, [lead, trail])
    }
  }
  tables.set(charset, table)
  return table
}

/** The bytes of a text in Big5, GBK, Shift_JIS or EUC-KR. What it has no sign for is '?', as spreadsheet programs write it. */
export const bytesIn = (charset: Charset, text: string): Uint8Array => {
  const table = tableOf(charset)
  return Uint8Array.from(
    [...text].flatMap((sign) => (sign.charCodeAt(0) < 0x80 ? [sign.charCodeAt(0)] : (table.get(sign) ?? [63]))),
  )
}
