import { z } from 'zod'
import { because, defineErrorTexts } from './error-text.ts'
import { contrastOnWhite, readableFrom } from './tone-shades.ts'

const reasons = defineErrorTexts({
  toneTooLight: { 'zh-TW': '這個色調放在白底上不易閱讀', en: 'This color is hard to read on white' },
})

export { contrastOnWhite } from './tone-shades.ts'

/** The one colour of a public page: a hex tone with at least 4.5:1 on white. */
export const Tone = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .refine((tone) => contrastOnWhite(tone) >= readableFrom, because(reasons.toneTooLight))
