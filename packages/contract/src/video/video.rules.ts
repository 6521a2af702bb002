/** Facts of the spec (sections 4 and 9). */
export const chunkBytes = 5_242_880
/** What a recording's file name ends in: phones and cameras write .mov too. */
export const filmEndings = ['.mp4', '.mov'] as const
type FilmEnding = (typeof filmEndings)[number]

/** What an upload says that its file's name ends in; what the file is, its content says (film-file.rules.ts). */
export const filmEndingOf = (name: string): FilmEnding =>
  filmEndings.find((each) => name.toLowerCase().endsWith(each)) ?? '.mp4'

/** The first box of an MP4, and of a .mov: older cameras write no `ftyp`. */
const firstBoxes: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'])

/** Whether a file begins as an MP4 (ISO base media file) or a QuickTime film does: its bytes 4 to 8 name its first box. */
export const isFilmHead = (head: Uint8Array): boolean => firstBoxes.has(String.fromCharCode(...head.subarray(4, 8)))

export const uploadErrorLimit = 10
export const thumbnailQuality = 0.75
export const thumbnailSeekDelayMs = 200

export const uploadLimits = {
  fileBytes: 20 * 1024 ** 3,
  firmBytes: 100 * 1024 ** 3,
  /** Unfinished uploads are swept after this. */
  sweepAfterMs: 7 * 24 * 3600 * 1000,
  thumbnailBytes: 2 * 1024 * 1024,
} as const

/** Pictures of one firm, unkept ones included. */
export const imageLimits = { bytes: 2 * 1024 ** 3, files: 20_000 } as const

/** The chunks a file is cut into: offset and length of each, in bytes. A file of 0 bytes has none. */
export const chunksOf = (fileSize: number): { chunk: number; offset: number; length: number }[] => {
  const count = Math.ceil(fileSize / chunkBytes)
  return Array.from({ length: count }, (_, chunk) => ({
    chunk,
    offset: chunk * chunkBytes,
    length: Math.min(chunkBytes, fileSize - chunk * chunkBytes),
  }))
}

/** Progress in percent as the spec counts it: counter / chunk count * 100. */
export const progressOf = (counter: number, chunkCount: number): number =>
  chunkCount === 0 ? 0 : Math.min(100, (counter / chunkCount) * 100)
