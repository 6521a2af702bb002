/** A file that was chosen can't be read any more, or not as it was: changed, moved, or its disk is gone. */
export class UnreadableFile extends Error {
  constructor(cause?: unknown) {
    super('a file could not be read as it was chosen', { cause })
    this.name = 'UnreadableFile'
  }
}

/** The bytes of a file from `start` to before `end`, which lie within it. Throws UnreadableFile. */
export const readPart = async (file: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.slice(start, end).arrayBuffer())
  } catch (error) {
    throw new UnreadableFile(error)
  }
  if (bytes.length !== end - start) throw new UnreadableFile()
  return bytes
}
