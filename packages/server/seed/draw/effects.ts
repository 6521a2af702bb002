import { ease, ellipse, num, randomFrom, shape } from './svg.ts'

/** Warm vapour rising from (x, y): soft round puffs that grow, drift and thin out. `width` is the mouth it rises from. */
export const steam = (x: number, y: number, width: number, height: number, t: number, strength = 1): string => {
  if (strength <= 0.01) return ''
  const random = randomFrom(Math.round(x * 7 + y))
  return Array.from({ length: 11 }, (_, index) => {
    const pace = 0.16 + random() * 0.07
    const phase = (t * pace + index / 11 + random() * 0.05) % 1
    const side = (random() - 0.5) * width * 0.8
    const drift = Math.sin(phase * 5 + index * 1.7 + t * 0.4) * (6 + phase * width * 0.34)
    const size = width * (0.12 + phase * 0.26)
    const opacity = Math.sin(phase * Math.PI) ** 1.4 * 0.34 * strength
    return ellipse(
      x + side * (1 - phase * 0.4) + drift,
      y - phase * height,
      size,
      size * 1.5,
      `fill="url(#steam)" opacity="${num(opacity)}"`,
    )
  }).join('')
}

/** Dust that floats in the window's light. */
export const dust = (t: number): string => {
  const random = randomFrom(41)
  return Array.from({ length: 26 }, () => {
    const [x0, y0, pace, size] = [random(), random(), random(), random()]
    const x = 240 + ((x0 * 640 + t * (5 + pace * 7)) % 640)
    const y = 60 + ((y0 * 560 + t * (3 + pace * 4) + Math.sin(t * 0.5 + x0 * 9) * 14) % 560)
    const twinkle = 0.5 + 0.5 * Math.sin(t * (0.6 + pace) + y0 * 20)
    return ellipse(x, y, 0.9 + size * 1.5, 0.9 + size * 1.5, `fill="#fff3d6" opacity="${num(0.1 + 0.34 * twinkle)}"`)
  }).join('')
}

/** Tea falling from (x, y) to `bottom`: `start` and `stop` are seconds since it began and since it was cut (null: still running). */
export const pour = (x: number, y: number, bottom: number, t: number, start: number, stop: number | null): string => {
  const head = y + (bottom - y) * ease(start, 0, 0.28)
  const tail = stop === null ? y : y + (bottom - y) * ease(stop, 0, 0.26)
  if (head - tail < 2) return ''
  const wobble = (share: number): number => Math.sin(t * 17 + share * 9) * 0.9
  const left: string[] = []
  const right: string[] = []
  for (let index = 0; index <= 12; index += 1) {
    const share = index / 12
    const py = tail + (head - tail) * share
    const fallen = (py - y) / (bottom - y)
    const px = x - 26 * Math.sqrt(Math.max(0, fallen)) + wobble(fallen)
    const half = 5.4 - 2 * fallen
    left.push(`${num(px - half)} ${num(py)}`)
    right.unshift(`${num(px + half)} ${num(py)}`)
  }
  const middle = left.map((pair) => {
    const [px = '0', py = '0'] = pair.split(' ')
    return `${num(Number(px) + 2.6)} ${py}`
  })
  return (
    shape(`M${left.join('L')}L${right.join('L')}Z`, 'fill="#b06c2c" opacity=".92"') +
    shape(`M${middle.join('L')}`, 'fill="none" stroke="#f6cf95" stroke-width="2" opacity=".8" stroke-linecap="round"')
  )
}
