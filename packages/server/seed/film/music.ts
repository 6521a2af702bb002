import { chapters, demoVideo } from '../content/show.ts'
import { clamp, ease, randomFrom } from '../draw/svg.ts'

/** Samples a second. */
export const sampleRate = 44100

const length = demoVideo.duration * sampleRate

interface Stereo {
  readonly left: Float32Array
  readonly right: Float32Array
}

const silence = (): Stereo => ({ left: new Float32Array(length), right: new Float32Array(length) })

const pitch = (midi: number): number => 440 * 2 ** ((midi - 69) / 12)

/** Adds a sound from `at` (seconds) on; `sound` gives the value `seconds` after it began; `pan` −1 left to 1 right. */
const add = (
  into: Stereo,
  at: number,
  duration: number,
  loudness: number,
  pan: number,
  sound: (seconds: number) => number,
): void => {
  const start = Math.max(0, Math.round(at * sampleRate))
  const end = Math.min(length, Math.round((at + duration) * sampleRate))
  const left = loudness * Math.sqrt((1 - pan) / 2)
  const right = loudness * Math.sqrt((1 + pan) / 2)
  for (let index = start; index < end; index += 1) {
    const value = sound((index - start) / sampleRate)
    into.left[index] = (into.left[index] ?? 0) + value * left
    into.right[index] = (into.right[index] ?? 0) + value * right
  }
}

const turn = 2 * Math.PI

/** A tongue of a kalimba: a round tone with a short glassy start. */
const pluck = (midi: number) => {
  const f = pitch(midi)
  return (s: number): number =>
    Math.min(1, s * 400) *
    (Math.sin(turn * f * s) * Math.exp(-s * 2.6) +
      0.28 * Math.sin(turn * f * 2 * s) * Math.exp(-s * 5) +
      0.12 * Math.sin(turn * f * 5.4 * s) * Math.exp(-s * 16))
}

/** A held chord tone that swells and goes, slightly out of tune with itself. */
const pad = (midi: number, duration: number) => {
  const f = pitch(midi)
  return (s: number): number =>
    ease(s, 0, 1.3) *
    (1 - ease(s, duration - 1.4, duration)) *
    (Math.sin(turn * f * 0.9985 * s) +
      Math.sin(turn * f * 1.0015 * s) +
      0.22 * Math.sin(turn * f * 2 * s + Math.sin(s * 2)))
}

const bass = (midi: number) => {
  const f = pitch(midi)
  return (s: number): number =>
    Math.min(1, s * 90) * Math.exp(-s * 1.5) * (Math.sin(turn * f * s) + 0.25 * Math.sin(turn * f * 2 * s))
}

/** A fired bowl struck with a fingernail. */
const ting = (s: number): number =>
  Math.min(1, s * 900) *
  (Math.sin(turn * 1568 * s) * Math.exp(-s * 2.4) +
    0.6 * Math.sin(turn * 2637 * s) * Math.exp(-s * 3.4) +
    0.35 * Math.sin(turn * 4186 * s) * Math.exp(-s * 6))

interface Chord {
  readonly root: number
  readonly tones: readonly number[]
}

const chords: readonly Chord[] = [
  { root: 41, tones: [60, 64, 65, 69, 72] },
  { root: 45, tones: [60, 64, 67, 69, 72] },
  { root: 46, tones: [58, 62, 65, 69, 74] },
  { root: 48, tones: [60, 62, 64, 67, 69] },
  { root: 38, tones: [57, 60, 62, 65, 69] },
  { root: 45, tones: [60, 64, 67, 72, 76] },
  { root: 46, tones: [58, 62, 65, 69, 72] },
  { root: 48, tones: [58, 60, 65, 67, 72] },
]

/** Seconds of a bar of four beats at 72 a minute: 54 bars are the three minutes. */
const bar = (60 / 72) * 4

const tune = (into: Stereo): void => {
  const random = randomFrom(2026)
  const bars = Math.floor(demoVideo.duration / bar)
  for (let index = 0; index < bars; index += 1) {
    const at = index * bar
    const chord = chords[index % chords.length]
    if (!chord) continue
    const last = index >= bars - 2
    chord.tones.slice(0, 3).forEach((tone, voice) => {
      add(into, at, bar + 1.2, 0.026, (voice - 1) * 0.5, pad(tone - 12, bar + 1.2))
    })
    add(into, at, 2.4, 0.125, 0, bass(chord.root))
    if (index % 2 === 1 && !last)
      add(into, at + bar / 2, 1.6, 0.075, 0, bass(chord.root + 7 > 52 ? chord.root - 5 : chord.root + 7))
    const pattern = [0, 2, 4, 1, 3, 2, 4, 3]
    for (let eighth = 0; eighth < 8; eighth += 1) {
      const skip = eighth !== 0 && random() < (index < 4 ? 0.5 : 0.3)
      const tone = chord.tones[((pattern[eighth] ?? 0) + (index % 3)) % chord.tones.length] ?? 72
      const swing = (eighth % 2) * 0.035 + random() * 0.012
      if (!skip && !last) {
        add(
          into,
          at + (eighth * bar) / 8 + swing,
          2.2,
          0.075 + random() * 0.03,
          random() * 1.2 - 0.6,
          pluck(tone + (random() < 0.16 ? 12 : 0)),
        )
      }
    }
    if (index % 8 >= 4 && !last) {
      const sung = [0, 3, 5][Math.floor(random() * 3)] ?? 0
      const tone = chord.tones[Math.floor(random() * chord.tones.length)] ?? 72
      add(into, at + (sung * bar) / 8, 3, 0.085, 0.2, pluck(tone + 12))
    }
  }
}

/** Noise through a resonance at `center` Hz: air, water. */
const hiss = (seed: number, center: (s: number) => number, sharpness: number): ((s: number) => number) => {
  const random = randomFrom(seed)
  let low = 0
  let band = 0
  return (s) => {
    const f = 2 * Math.sin((Math.PI * Math.min(9000, center(s))) / sampleRate)
    low += f * band
    const high = random() * 2 - 1 - low - sharpness * band
    band += f * high
    return band
  }
}

const sounds = (into: Stereo): void => {
  for (const { at } of chapters) {
    if (at === 0) continue
    const air = hiss(at + 1, (s) => 500 + 1600 * ease(s, 0, 0.7), 0.8)
    add(into, at - 0.6, 1.5, 0.05, 0, (s) => air(s) * ease(s, 0, 0.5) * (1 - ease(s, 0.55, 1.5)))
    add(into, at + 0.1, 3, 0.05, 0.1, ting)
  }
  add(into, 34.2, 3, 0.05, 0.3, ting)
  const begin = 104.9
  const water = hiss(77, (s) => 900 + 700 * clamp(s / 4.4) + 240 * Math.sin(s * 23), 0.32)
  add(into, begin, 4.7, 0.075, 0, (s) => water(s) * ease(s, 0, 0.25) * (1 - ease(s, 4.35, 4.65)))
  const random = randomFrom(8)
  for (let drop = 0; drop < 46; drop += 1) {
    const f = 620 + random() * 900 + drop * 9
    add(
      into,
      begin + 0.1 + random() * 4.3,
      0.09,
      0.03 + random() * 0.02,
      random() - 0.5,
      (s) => Math.sin(turn * (f + s * 5200) * s) * Math.exp(-s * 46) * Math.min(1, s * 700),
    )
  }
}

/** A small wooden room: four combs and two all-passes a side. */
const reverb = (dry: Float32Array, spread: number): Float32Array => {
  const wet = new Float32Array(length)
  for (const base of [1557, 1617, 1491, 1422]) {
    const delay = base + spread
    const line = new Float32Array(delay)
    let damped = 0
    for (let index = 0; index < length; index += 1) {
      const slot = index % delay
      const out = line[slot] ?? 0
      damped = out * 0.62 + damped * 0.38
      line[slot] = (dry[index] ?? 0) + damped * 0.8
      wet[index] = (wet[index] ?? 0) + out * 0.25
    }
  }
  for (const delay of [225 + spread, 556 + spread]) {
    const line = new Float32Array(delay)
    for (let index = 0; index < length; index += 1) {
      const slot = index % delay
      const held = line[slot] ?? 0
      const value = wet[index] ?? 0
      line[slot] = value + held * 0.5
      wet[index] = held - value * 0.5
    }
  }
  return wet
}

/** The recording's sound as a WAV file (16 bits, stereo): a quiet tune, chimes at the chapters, tea being poured. */
export const music = (): Buffer => {
  const dry = silence()
  tune(dry)
  sounds(dry)
  const wet = { left: reverb(dry.left, 0), right: reverb(dry.right, 23) }
  let peak = 0
  const mixed = new Float32Array(length * 2)
  for (let index = 0; index < length; index += 1) {
    const t = index / sampleRate
    const level = ease(t, 0, 1.2) * (1 - ease(t, demoVideo.duration - 3, demoVideo.duration - 0.1))
    const left = ((dry.left[index] ?? 0) + 0.34 * (wet.left[index] ?? 0)) * level
    const right = ((dry.right[index] ?? 0) + 0.34 * (wet.right[index] ?? 0)) * level
    mixed[index * 2] = left
    mixed[index * 2 + 1] = right
    peak = Math.max(peak, Math.abs(left), Math.abs(right))
  }
  const file = Buffer.alloc(44 + length * 4)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + length * 4, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * 4, 28)
  file.writeUInt16LE(4, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(length * 4, 40)
  const gain = (0.6 / peak) * 32767
  for (let index = 0; index < mixed.length; index += 1) {
    file.writeInt16LE(Math.round((mixed[index] ?? 0) * gain), 44 + index * 2)
  }
  return file
}
