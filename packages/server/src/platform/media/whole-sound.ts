import type { AudioFacts } from './facts.ts'

/** To the microsecond, as ffmpeg counts. */
export const seconds = (value: number): string => value.toFixed(6)

const format = 'aformat=sample_rates=48000:channel_layouts=stereo'

/** The sound between two moments of the film, in seconds, as long as that: what is missing is silence. */
const part = (from: number, to: number): string =>
  [
    `atrim=start=${seconds(from)}:end=${seconds(to)}`,
    `asetpts=PTS-${seconds(from)}/TB`,
    'aresample=async=1000:min_hard_comp=0.05:first_pts=0',
    format,
    'apad',
    `atrim=end=${seconds(to - from)}`,
  ].join(',')

/**
 * Filters of ffmpeg that make one sound without a break, from the first picture to the last, by the times of its packets. A
 * long silence is made bit by bit at the end of the part before it: the resampler would hold all of it at once.
 */
export const wholeSound = ({ beginsMs, startMs }: AudioFacts, durationMs: number): string => {
  const cuts = beginsMs.map((ms) => ms / 1000).filter((second) => second < durationMs / 1000)
  const edges = [0, ...cuts, durationMs / 1000]
  const parts = edges.slice(1).map((to, n) => ({ from: edges[n] ?? 0, to }))
  const [first, ...more] = parts
  if (!first || more.length === 0) return part(0, durationMs / 1000)
  // Of a part without any sound nothing would be known, not even its format.
  const isSilent = cuts[0] === startMs / 1000
  const sounds = isSilent ? more : parts
  const labels = sounds.map((_, n) => `[sound${n}]`)
  return [
    `asplit=${sounds.length}${labels.join('')}`,
    ...(isSilent ? [`anullsrc=r=48000:cl=stereo,${format},atrim=end=${seconds(first.to)}[silence]`] : []),
    ...sounds.map(({ from, to }, n) => `[sound${n}]${part(from, to)}[part${n}]`),
    `${isSilent ? '[silence]' : ''}${sounds.map((_, n) => `[part${n}]`).join('')}concat=n=${parts.length}:v=0:a=1`,
  ].join(';')
}
