import { desc, FilePathSource, Input, MATROSKA, MP4, prefer, QTFF, WEBM } from 'mediabunny'
import type { InputAudioTrack, InputTrack, InputVideoTrack } from 'mediabunny'
import { readH264Picture } from './h264-picture.ts'
import { isMatroskaCutOff } from './matroska-scan.ts'
import { MediaProblem } from './media-problem.ts'
import { scanMp4 } from './mp4-scan.ts'
import { endIsThere, readFrames, readSound } from './packet-times.ts'
import type { PacketReading } from './packet-times.ts'
import type { VideoFacts } from './facts.ts'

/** Shortest recording that can be a live. */
export const SHORTEST_VIDEO_MS = 1000
/** What rounding a width by a pixel's shape may leave. */
const squareWithin = 0.005

/** Opens a file for reading: dispose of it after. */
export const openInput = (path: string): Input =>
  // No playlists: they could name other files.
  new Input({ formats: [MP4, QTFF, MATROSKA, WEBM], source: new FilePathSource(path) })

/** The picture and the sound that players take: those that are switched on, and of these such as can be read. */
export const chosenTracks = async (
  input: Input,
): Promise<{ video: InputVideoTrack | undefined; audio: InputAudioTrack | undefined }> => {
  const isDefault = async (track: InputTrack) => prefer((await track.getDisposition()).default)
  const isKnown = async (track: InputTrack) => prefer((await track.getCodec()) !== null)
  const sounds = await input.getAudioTracks({
    // Phones write sound for their own players beside the one that everybody reads.
    sortBy: async (track) => [await isDefault(track), await isKnown(track), desc(await track.getBitrate())],
  })
  return { video: (await input.getPrimaryVideoTrack()) ?? undefined, audio: sounds[0] }
}

const codecName = async (track: InputTrack): Promise<string> => {
  const codec = await track.getCodec()
  if (codec !== null) return codec
  const inner = await track.getInternalCodecId()
  return inner instanceof Uint8Array ? Buffer.from(inner).toString('hex') : String(inner ?? 'unknown')
}

const bytesOf = (data: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)

const readShape = async (track: InputVideoTrack): Promise<Pick<VideoFacts, 'oblongPixels' | 'interlaced'>> => {
  const { num, den } = await track.getPixelAspectRatio()
  const description = (await track.getCodec()) === 'avc' ? (await track.getDecoderConfig())?.description : undefined
  const h264 = description && readH264Picture(bytesOf(description))
  const shapes = [num / den, h264?.pixelShape ?? 1]
  return {
    oblongPixels: shapes.some((shape) => Math.abs(shape - 1) > squareWithin),
    interlaced: h264?.interlaced ?? false,
  }
}

const readTracks = async (
  video: InputVideoTrack,
  audio: InputAudioTrack | undefined,
  reading: PacketReading,
): Promise<Omit<VideoFacts, 'endsEarly' | 'oblongPixels' | 'interlaced'>> => {
  const frames = await readFrames(video, reading)
  if (!frames) throw new MediaProblem(reading.content ? 'truncated' : 'noVideo')
  const { endS, ...rest } = frames
  const durationMs = 1000 * (endS - frames.startS)
  if (!(durationMs >= SHORTEST_VIDEO_MS))
    throw new MediaProblem(reading.content ? 'truncated' : 'tooShort', { durationMs: Math.round(durationMs) })
  const sound = audio && (await readSound(audio, frames.startS, reading))
  return {
    ...rest,
    durationMs,
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    codec: await codecName(video),
    codecString: (await video.getCodecParameterString()) ?? '',
    index: video.number - 1,
    rotated: (await video.getRotation()) !== 0 || (await video.getFlip()),
    hdr: await video.hasHighDynamicRange(),
    audio: audio && sound ? { ...sound, codec: await codecName(audio), index: audio.number - 1 } : undefined,
  }
}

const readFacts = async (input: Input, cutOff: boolean, onBeat: () => void): Promise<VideoFacts> => {
  if (!(await input.canRead())) throw new MediaProblem('unreadable')
  const { video, audio } = await chosenTracks(input)
  if (!video) throw new MediaProblem((await input.getTracks()).length > 0 ? 'noVideo' : 'unreadable')
  const whole = (await endIsThere(video)) && (!audio || (await endIsThere(audio)))
  // An index may list what isn't there any more: what is, only its content says.
  const facts = await readTracks(video, audio, { content: !whole, onBeat })
  return { ...facts, ...(await readShape(video)), endsEarly: cutOff || !whole }
}

/**
 * Reads what a video file holds from the times of its frames, without decoding any. Of a file that broke off it is what is
 * left of it. `onBeat` is called often while it goes on. Throws MediaProblem: unreadable, noVideo, tooShort, truncated or drm.
 */
export const readVideoFacts = async (path: string, onBeat: () => void): Promise<VideoFacts> => {
  const boxes = await scanMp4(path)
  if (boxes?.encrypted) throw new MediaProblem('drm')
  if (boxes && !boxes.indexed) throw new MediaProblem('truncated')
  const cutOff = boxes ? boxes.cutOff && boxes.fragmented : await isMatroskaCutOff(path)
  const input = openInput(path)
  try {
    return await readFacts(input, cutOff, onBeat)
  } finally {
    input.dispose()
  }
}
