import { startFfmpeg, words } from './ffmpeg.ts'

/** Samples a second that are looked at: enough for where somebody speaks, a tenth of the work. */
const sampleRate = 8000
const bytesPerSample = 2

/** Highest samples of signed 16-bit mono sound, each stretch as a byte; fed in pieces that may end anywhere. */
export const createPeakReader = (samplesPerPeak: number) => {
  const peaks: number[] = []
  let highest = 0
  let read = 0
  let half: number | undefined
  const sample = (value: number): void => {
    highest = Math.max(highest, Math.abs(value))
    read += 1
    if (read < samplesPerPeak) return
    peaks.push(Math.min(255, Math.round((highest / 32_767) * 255)))
    highest = 0
    read = 0
  }
  return {
    take: (piece: Uint8Array): void => {
      let at = 0
      if (half !== undefined && piece.length > 0) {
        sample((((piece[0] ?? 0) << 24) >> 16) | half)
        half = undefined
        at = 1
      }
      const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength)
      for (; at + bytesPerSample <= piece.length; at += bytesPerSample) sample(view.getInt16(at, true))
      if (at < piece.length) half = piece[at]
    },
    /** All of them; what is left of the last stretch counts as one. */
    end: (): Uint8Array => {
      if (read > 0) peaks.push(Math.min(255, Math.round((highest / 32_767) * 255)))
      read = 0
      return Uint8Array.from(peaks)
    },
  }
}

/**
 * How loud a packaged film is along its time, from its begin on, `peaksPerSecond` bytes a second: `film` is its init
 * segment and its segments one after another. Throws MediaProblem `failed` where there is no sound to read.
 */
export const readWaveform = async (
  ffmpeg: string,
  film: AsyncIterable<Uint8Array>,
  peaksPerSecond: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> => {
  const args = [
    ...words('-protocol_whitelist pipe -f mp4 -i pipe:0 -map 0:a:0'),
    // Sound that begins later than the picture has silence before it.
    ...words(`-af aresample=async=1000:first_pts=0 -ac 1 -ar ${sampleRate} -f s16le pipe:1`),
  ]
  const running = startFfmpeg(ffmpeg, args, signal, film)
  const reader = createPeakReader(sampleRate / peaksPerSecond)
  let isRead = false
  try {
    for await (const piece of running.stdout) if (piece instanceof Uint8Array) reader.take(piece)
    isRead = true
  } finally {
    if (!isRead) running.kill()
  }
  await running.done
  return reader.end()
}
