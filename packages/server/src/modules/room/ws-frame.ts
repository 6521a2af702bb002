/** WebSocket frames as bytes (RFC 6455, 5.2), as a server sends them: unmasked, uncompressed, whole. */

const finalText = 0x81
const finalPing = 0x89

const headerOf = (bytes: number): number => (bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10)

/** One text frame, to be written to any number of sockets. */
export const textFrame = (text: string): Buffer => {
  const length = Buffer.byteLength(text)
  const header = headerOf(length)
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = finalText
  if (header === 2) frame[1] = length
  else if (header === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, header)
  return frame
}

export const pingFrame: Buffer = Buffer.from([finalPing, 0])
