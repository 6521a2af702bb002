import { EncodedAudioPacketSource, EncodedPacketSink, EncodedVideoPacketSource } from 'mediabunny'
import { Mp4OutputFormat, NullTarget, Output } from 'mediabunny'
import type { EncodedPacket, Input } from 'mediabunny'
import type { WholeBox } from './boxes.ts'
import { chosenTracks, openInput } from './video-facts.ts'

/** Key frames closer than this share a fragment (seconds). */
const shortestFragment = 0.5

type Writer = {
  readonly addVideo: (packet: EncodedPacket) => Promise<void>
  readonly addAudio: (packet: EncodedPacket) => Promise<void>
  readonly finish: () => Promise<void>
  /** The boxes written since the last call. */
  readonly taken: () => WholeBox[]
}

const openWriter = async (input: Input): Promise<Writer> => {
  const tracks = await chosenTracks(input)
  const videoConfig = await tracks.video?.getDecoderConfig()
  const audioConfig = await tracks.audio?.getDecoderConfig()
  let boxes: WholeBox[] = []
  // The writer re-uses nothing of what it hands over, but a copy is ours to change.
  const keep = (type: string) => (data: Uint8Array) => {
    boxes.push({ type, bytes: Buffer.from(data) })
  }
  const output = new Output({
    format: new Mp4OutputFormat({
      fastStart: 'fragmented',
      minimumFragmentDuration: shortestFragment,
      onFtyp: keep('ftyp'),
      onMoov: keep('moov'),
      onMoof: keep('moof'),
      onMdat: keep('mdat'),
    }),
    target: new NullTarget(),
  })
  const video = new EncodedVideoPacketSource('avc')
  const audio = audioConfig ? new EncodedAudioPacketSource('aac') : undefined
  output.addVideoTrack(video)
  if (audio) output.addAudioTrack(audio)
  await output.start()
  return {
    addVideo: (packet) => video.add(packet, videoConfig ? { decoderConfig: videoConfig } : undefined),
    addAudio: async (packet) => audio?.add(packet, audioConfig ? { decoderConfig: audioConfig } : undefined),
    finish: () => output.finalize(),
    taken: () => {
      const all = boxes
      boxes = []
      return all
    },
  }
}

/** Seconds of sound before the first picture that are kept: an AAC decoder needs a packet to warm up. */
const warmUp = 0.1

async function* copyPackets(input: Input, writer: Writer): AsyncGenerator<WholeBox> {
  const { video: videoTrack, audio: audioTrack } = await chosenTracks(input)
  if (!videoTrack) return
  const pictures = new EncodedPacketSink(videoTrack)
  const origin = (await pictures.getFirstPacket({ metadataOnly: true }))?.timestamp ?? 0
  const end = await videoTrack.computeDuration()
  const sounds = audioTrack && new EncodedPacketSink(audioTrack).packets()
  const nextSound = async (): Promise<EncodedPacket | undefined> => {
    const next = await sounds?.next()
    return !next || next.done || next.value.timestamp >= end ? undefined : next.value
  }
  let sound = await nextSound()
  while (sound && sound.timestamp < origin - warmUp) sound = await nextSound()
  // One shift for both, so that they stay together and nothing is before nought.
  const shift = -Math.min(origin, sound?.timestamp ?? origin)
  const moved = (packet: EncodedPacket) => packet.clone({ timestamp: packet.timestamp + shift })

  for await (const picture of pictures.packets()) {
    for (; sound && sound.timestamp <= picture.timestamp; sound = await nextSound()) await writer.addAudio(moved(sound))
    await writer.addVideo(moved(picture))
    yield* writer.taken()
  }
  for (; sound; sound = await nextSound()) await writer.addAudio(moved(sound))
  await writer.finish()
  yield* writer.taken()
}

/**
 * Copies H.264 and AAC packet by packet into a fragmented MP4, as boxes, without any program beside us.
 * For files whose plan is to copy. Throws the reader's plain errors on damaged content.
 */
export async function* remux(path: string): AsyncGenerator<WholeBox> {
  const input = openInput(path)
  try {
    yield* copyPackets(input, await openWriter(input))
  } finally {
    input.dispose()
  }
}
