/** A random UUIDv4; also where crypto.randomUUID is missing (a page opened over plain http from another machine). */
export const newId = (): string => {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (globalThis as { crypto: Crypto }).crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
