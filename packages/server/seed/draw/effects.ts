import { ellipse, num, randomFrom } from './svg.ts'

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
