import { EncodedPacketSink } from 'mediabunny'
import type { EncodedPacket, InputAudioTrack, InputTrack, InputVideoTrack } from 'mediabunny'
import { createBurstMeter } from './picture-ceiling.ts'
import type { AudioFacts, VideoFacts } from './facts.ts'

/** How packets are read: their times alone, or with their content, which ends where a file that broke off ends. */
export interface PacketReading {
  readonly content: boolean
  /** Called for each packet. */
  readonly onBeat: () => void
}

async function* packetsOf(track: InputTrack, { content, onBeat }: PacketReading): AsyncGenerator<EncodedPacket> {
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: !content })) {
    onBeat()
    yield packet
  }
}

/** Intervals off the middle one by more than double or half, above this share, make a variable frame rate. */
const oddIntervals = 0.01

const middleOf = (sorted: Float64Array): number => sorted[sorted.length >> 1] ?? 0

type Frames = Pick<
  VideoFacts,
  | 'frames'
  | 'frameRate'
  | 'variableFrameRate'
  | 'longestKeyGapMs'
  | 'openGop'
  | 'hiddenStartMs'
  | 'startS'
  | 'burstBits'
> & { readonly endS: number }

/** What the times and sizes of all frames say; undefined when none is a key frame. */
export const readFrames = async (track: InputVideoTrack, reading: PacketReading): Promise<Frames | undefined> => {
  const times: number[] = []
  const keys: number[] = []
  const burst = createBurstMeter()
  let endS = -Infinity
  let openGop = false
  for await (const packet of packetsOf(track, reading)) {
    if (packet.type === 'key') keys.push(packet.timestamp)
    else if (packet.timestamp < (keys.at(-1) ?? -Infinity)) openGop = true
    times.push(packet.timestamp)
    burst.take(packet.byteLength, packet.timestamp - (times[0] ?? 0))
    endS = Math.max(endS, packet.timestamp + packet.duration)
  }
  const [firstKey] = keys
  if (firstKey === undefined) return undefined
  const sorted = Float64Array.from(times).sort()
  const intervals = new Float64Array(Math.max(0, sorted.length - 1))
  for (let n = 0; n < intervals.length; n += 1) intervals[n] = (sorted[n + 1] ?? 0) - (sorted[n] ?? 0)
  intervals.sort()
  const middle = middleOf(intervals)
  const odd = intervals.filter((interval) => interval > 2 * middle || interval < middle / 2).length
  const edges = [...keys, endS]
  const gaps = keys.map((key, n) => (edges[n + 1] ?? key) - key)
  const firstS = sorted[0] ?? 0
  return {
    frames: times.length,
    frameRate: middle > 0 ? 1 / middle : 0,
    variableFrameRate: intervals.length > 0 && odd / intervals.length > oddIntervals,
    // Frames before the first key frame can't be shown: they count as a gap.
    longestKeyGapMs: 1000 * gaps.reduce((longest, gap) => Math.max(longest, gap), firstKey - firstS),
    openGop,
    hiddenStartMs: Math.max(0, -1000 * firstS),
    burstBits: burst.most(),
    startS: Math.max(0, firstS),
    endS,
  }
}

/** Samples of an AAC packet: the usual one, with spectral band replication, and their short forms. */
const aacPacketSamples = [1024, 2048, 960, 1920]
/** A container may round the times of packets. */
const roundingShare = 0.1

/** How long a packet sounds, in seconds: what the container says of it may hold the hole that follows. */
const packetSeconds = async (track: InputAudioTrack, times: Float64Array): Promise<number> => {
  const intervals = times.slice(1).map((time, n) => time - (times[n] ?? 0))
  const middle = middleOf(intervals.sort())
  if ((await track.getCodec()) !== 'aac') return middle
  const rate = await track.getSampleRate()
  const away = (seconds: number) => Math.abs(seconds - middle)
  const [nearest = middle] = aacPacketSamples.map((samples) => samples / rate).sort((a, b) => away(a) - away(b))
  return away(nearest) <= roundingShare * middle ? nearest : middle
}

/** The widest distance between the packets' times and those that they have when each follows the one before it. */
const driftOf = (times: Float64Array, each: number): number => {
  const [first = 0] = times
  let least = 0
  let most = 0
  times.forEach((time, n) => {
    const late = time - first - n * each
    least = Math.min(least, late)
    most = Math.max(most, late)
  })
  return most - least
}

/** A silence that is too long to be held at once, in seconds. */
const longSilence = 30
/** So many of them, the longest, are told apart. */
const mostSilences = 50

const beginsAfterSilence = (times: Float64Array, originS: number): number[] => {
  const begins = [...times.entries()].flatMap(([n, time]) => {
    const silence = time - (times[n - 1] ?? originS)
    return silence > longSilence && time > originS ? [{ time, silence }] : []
  })
  const longest = begins.toSorted((a, b) => b.silence - a.silence).slice(0, mostSilences)
  return longest.map(({ time }) => time).sort((a, b) => a - b)
}

/** What the times of all packets of sound say; undefined when there are none. */
export const readSound = async (
  track: InputAudioTrack,
  originS: number,
  reading: PacketReading,
): Promise<Omit<AudioFacts, 'codec' | 'index'> | undefined> => {
  const found: number[] = []
  for await (const packet of packetsOf(track, reading)) found.push(packet.timestamp)
  const times = Float64Array.from(found)
  const [startS] = times
  if (startS === undefined) return undefined
  const each = await packetSeconds(track, times)
  return {
    startMs: 1000 * (startS - originS),
    endMs: 1000 * ((times.at(-1) ?? startS) + each - originS),
    driftMs: 1000 * driftOf(times, each),
    beginsMs: beginsAfterSilence(times, originS).map((time) => 1000 * (time - originS)),
  }
}

/** Whether the content of the last packet is there: in a file that broke off it isn't. */
export const endIsThere = async (track: InputTrack): Promise<boolean> => {
  try {
    const packet = await new EncodedPacketSink(track).getPacket(Infinity)
    return packet !== null && packet.data.byteLength > 0
  } catch {
    return false
  }
}
