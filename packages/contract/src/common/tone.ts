import { z } from 'zod'
import { because, defineReasons } from './reason.ts'

const reasons = defineReasons({
  toneTooLight: { 'zh-TW': '這個色調放在白底上不易閱讀', en: 'This tone cannot be read on white' },
})

/** WCAG contrast of a hex colour on white. */
export const contrastOnWhite = (tone: string): number => {
  const channel = (from: number) => {
    const value = Number.parseInt(tone.slice(from, from + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 1.05 / (0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) + 0.05)
}

/** The one colour of a public page: a hex tone with at least 4.5:1 on white. */
export const Tone = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .refine((tone) => contrastOnWhite(tone) >= 4.5, because(reasons.toneTooLight))
