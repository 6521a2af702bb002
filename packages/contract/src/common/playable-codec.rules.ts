// profile_idc of baseline, main, extended and high with 8-bit 4:2:0: what every browser plays.
const playableProfiles = new Set([0x42, 0x4d, 0x58, 0x64])
const highestLevel = 52

/** Whether every browser plays pictures of this codec (RFC 6381: `avc1.64001f`), so that they need not be encoded anew. */
export const playsEverywhere = (codec: string): boolean => {
  const match = /^avc[13]\.([0-9a-f]{2})[0-9a-f]{2}([0-9a-f]{2})$/i.exec(codec)
  if (!match?.[1] || !match[2]) return false
  return playableProfiles.has(Number.parseInt(match[1], 16)) && Number.parseInt(match[2], 16) <= highestLevel
}
