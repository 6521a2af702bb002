// The few packets of MQTT 3.1.1 that the fan-out bench speaks to a broker.
const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const packet = (head: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const length: number[] = []
  for (let rest = body.length; ; rest >>= 7) {
    if (rest < 128) {
      length.push(rest)
      break
    }
    length.push((rest & 127) | 128)
  }
  return Buffer.concat([Buffer.from([head, ...length]), body])
}

/** A clean session without keep-alive. */
export const connectPacket = (clientId: string): Buffer =>
  packet(0x10, text('MQTT'), Buffer.from([4, 2, 0, 0]), text(clientId))

/** At most once, as a chat line in a browser has it. */
export const subscribePacket = (topic: string): Buffer =>
  packet(0x82, Buffer.from([0, 1]), text(topic), Buffer.from([0]))

export const publishPacket = (topic: string, payload: string): Buffer => packet(0x30, text(topic), Buffer.from(payload))
