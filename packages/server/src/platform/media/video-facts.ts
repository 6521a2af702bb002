import { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import type { InputAudioTrack, InputTrack, InputVideoTrack } from 'mediabunny'
import { MediaProblem } from './media-problem.ts'
import { scanMp4 } from './mp4-scan.ts'

export type AudioFacts = {
  /** mediabunny's name ('aac', 'opus'), or the container's own where that is unknown. */
  readonly codec: string
  /** Which of the file's audio tracks, from 0. */
  readonly index: number
  /** Milliseconds from the first picture (below zero: earlier). */
  readonly startMs: number
  readonly endMs: number
  readonly longestGapMs: number
}

export type VideoFacts = {
  readonly durationMs: number
  /** Pixels as shown: rotated, and with square pixels. */
  readonly width: number
  readonly height: number
  /** 'avc', 'hevc' …, or the container's own name where that is unknown. */
  readonly codec: string
  /** As in RFC 6381, '' when unknown: avc1.64001f. */
  readonly codecString: string
  /** Which of the file's video tracks, from 0. */
  readonly index: number
  readonly rotated: boolean
  readonly hdr: boolean
  readonly frames: number
  /** Frames a second, by the middle one of all intervals. */
  readonly frameRate: number
  readonly variableFrameRate: boolean
  readonly longestKeyGapMs: number
  readonly openGop: boolean
  /** Milliseconds of frames before the start that an edit list hides. */
  readonly hiddenStartMs: number
  readonly audio: AudioFacts | undefined
}

/** Shortest recording that can be a live. */
export const SHORTEST_VIDEO_MS = 1000
/** Intervals off the middle one by more than double or half, above this share, make a variable frame rate. */
const oddIntervals = 0.01

/** Opens a file for reading: dispose of it after. */
export const openInput = (path: string): Input =>
  // No playlists: they could name other files.
  new Input({ formats: [MP4, QTFF, MATROSKA, WEBM], source: new FilePathSource(path) })

const codecName = async (track: InputTrack): Promise<string> => {
  const codec = await track.getCodec()
  if (codec !== null) return codec
  const inner = await track.getInternalCodecId()
  return inner instanceof Uint8Array ? Buffer.from(inner).toString('hex') : String(inner ?? 'unknown')
}

const middleOf = (sorted: Float64Array): number => sorted[sorted.length >> 1] ?? 0

type Frames = Pick<
  VideoFacts,
  'frames' | 'frameRate' | 'variableFrameRate' | 'longestKeyGapMs' | 'openGop' | 'hiddenStartMs'
> & { readonly startS: number; readonly endS: number }

/** Reads the times of all frames, not their content. */
const readFrames = async (track: InputVideoTrack, onBeat: () => void): Promise<Frames | undefined> => {
  const times: number[] = []
  const keys: number[] = []
  let endS = -Infinity
  let openGop = false
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    onBeat()
    if (packet.type === 'key') keys.push(packet.timestamp)
    else if (packet.timestamp < (keys.at(-1) ?? -Infinity)) openGop = true
    times.push(packet.timestamp)
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
    startS: Math.max(0, firstS),
    endS,
  }
}

const readAudio = async (
  track: InputAudioTrack,
  originS: number,
  onBeat: () => void,
): Promise<AudioFacts | undefined> => {
  let startS = Infinity
  let endS = -Infinity
  let longestGapS = 0
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    onBeat()
    if (endS > -Infinity) longestGapS = Math.max(longestGapS, packet.timestamp - endS)
    startS = Math.min(startS, packet.timestamp)
    endS = Math.max(endS, packet.timestamp + packet.duration)
  }
  if (startS === Infinity) return undefined
  return {
    codec: await codecName(track),
    index: track.number - 1,
    startMs: 1000 * (startS - originS),
    endMs: 1000 * (endS - originS),
    longestGapMs: 1000 * longestGapS,
  }
}

/** Reads the content of the last packet: in a file that broke off it isn't there. */
const endIsThere = async (track: InputTrack): Promise<boolean> => {
  try {
    const packet = await new EncodedPacketSink(track).getPacket(Infinity)
    return packet !== null && packet.data.byteLength > 0
  } catch {
    return false
  }
}

const readFacts = async (input: Input, onBeat: () => void): Promise<VideoFacts> => {
  if (!(await input.canRead())) throw new MediaProblem('unreadable')
  const tracks = await input.getTracks()
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new MediaProblem(tracks.length > 0 ? 'noVideo' : 'unreadable')
  const frames = await readFrames(track, onBeat)
  if (!frames) throw new MediaProblem('noVideo')
  const { startS, endS, ...rest } = frames
  const durationMs = 1000 * (endS - startS)
  if (!(durationMs >= SHORTEST_VIDEO_MS)) throw new MediaProblem('tooShort', { durationMs: Math.round(durationMs) })
  const audioTrack = await input.getPrimaryAudioTrack()
  const audio = audioTrack ? await readAudio(audioTrack, startS, onBeat) : undefined
  for (const each of audioTrack && audio ? [track, audioTrack] : [track])
    if (!(await endIsThere(each))) throw new MediaProblem('truncated')
  return {
    ...rest,
    durationMs,
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    codec: await codecName(track),
    codecString: (await track.getCodecParameterString()) ?? '',
    index: track.number - 1,
    rotated: (await track.getRotation()) !== 0 || (await track.getFlip()),
    hdr: await track.hasHighDynamicRange(),
    audio,
  }
}

/**
 * Reads what a video file holds from the times of its frames, without decoding any. `onBeat` is called often while it
 * goes on. Throws MediaProblem: unreadable, noVideo, tooShort, truncated or drm.
 */
export const readVideoFacts = async (path: string, onBeat: () => void): Promise<VideoFacts> => {
  const boxes = await scanMp4(path)
  if (boxes?.encrypted) throw new MediaProblem('drm')
  if (boxes && !boxes.whole) throw new MediaProblem('truncated')
  const input = openInput(path)
  try {
    return await readFacts(input, onBeat)
  } finally {
    input.dispose()
  }
}
