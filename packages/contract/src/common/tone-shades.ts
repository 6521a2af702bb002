/** Channels of 0–255. */
type Colour = readonly [red: number, green: number, blue: number]

const black: Colour = [0x16, 0x18, 0x1d]
const white: Colour = [255, 255, 255]
/** The quiet text of a page (--muted): it stands on the soft grounds too. */
const muted: Colour = [0x62, 0x69, 0x77]

const colourOf = (hex: string): Colour => {
  const channel = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

const hexOf = (colour: Colour): string => `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** `share` of one over the other, as CSS color-mix in sRGB. */
const mixed = (one: Colour, share: number, other: Colour): Colour => {
  const at = (channel: 0 | 1 | 2) => Math.round(one[channel] * share + other[channel] * (1 - share))
  return [at(0), at(1), at(2)]
}

const luminance = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((each) => {
    const value = each / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: Colour, other: Colour): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG contrast of two hex colours, 1 to 21. */
export const contrastOf = (one: string, other: string): number => contrast(colourOf(one), colourOf(other))

/** WCAG contrast of a hex colour on white. */
export const contrastOnWhite = (tone: string): number => contrast(colourOf(tone), white)

/** Text of any size is readable from here (WCAG AA). */
export const readableFrom = 4.5

const steps = 100
/** The first colour on the way that is readable on all grounds; the last one when none is. */
const firstReadable = (way: (share: number) => Colour, on: readonly Colour[]): Colour => {
  for (let step = 0; step <= steps; step++) {
    const colour = way(step / steps)
    if (on.every((ground) => contrast(colour, ground) >= readableFrom)) return colour
  }
  return way(1)
}

const softShare = 0.09

/** What a page is painted with, all from its one tone. Hex colours. */
export interface ToneShades {
  /** Fills: the button, the strip, the chosen mark. White stands on it. */
  readonly tone: string
  /** What stands on a fill. */
  readonly onTone: string
  /** The fill under a pointer. */
  readonly pressed: string
  /** Tone as text, on white and on the soft ground. */
  readonly ink: string
  /** The ground of what is chosen or counted down; quiet text stands on it too. */
  readonly soft: string
  /** Fainter than soft. */
  readonly ground: string
  /** Hairlines. */
  readonly line: string
}

/**
 * The shades of a tone that is readable on white (≥ 4.5:1). Every text that the page sets on them is readable: white on
 * `tone` and `pressed`, `ink` and the quiet grey on white, `soft` and `ground`. A dark tone gets a paler soft ground, a
 * light one a darker ink.
 */
export const shadesOf = (hex: string): ToneShades => {
  const tone = colourOf(hex)
  const pale = (max: number) =>
    mixed(
      tone,
      [...Array(steps + 1).keys()]
        .map((step) => max * (1 - step / steps))
        .find((share) => contrast(muted, mixed(tone, share, white)) >= readableFrom) ?? 0,
      white,
    )
  const soft = pale(softShare)
  const ground = pale(softShare / 2)
  return {
    tone: hex,
    onTone: '#ffffff',
    pressed: hexOf(mixed(tone, 0.88, black)),
    ink: hexOf(firstReadable((share) => mixed(black, share, tone), [white, soft, ground])),
    soft: hexOf(soft),
    ground: hexOf(ground),
    line: hexOf(mixed(tone, 0.28, white)),
  }
}

/** As custom properties of the page: what its styles read. */
export const toneStyle = (hex: string): Readonly<Record<`--${string}`, string>> => {
  const { tone, onTone, pressed, ink, soft, ground, line } = shadesOf(hex)
  return {
    '--tone': tone,
    '--on-tone': onTone,
    '--tone-pressed': pressed,
    '--tone-ink': ink,
    '--tone-soft': soft,
    '--tone-ground': ground,
    '--tone-line': line,
  }
}
