import { z } from 'zod'
import type { Language } from '../common/language.ts'

/** A part of a letter before its variables are filled. */
export const LetterBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** HTML of `common/rich-text.rules.ts`, in whose words variables may stand. */
  z.object({ kind: z.literal('richText'), html: z.string() }),
  /** A picture that was uploaded here. */
  z.object({ kind: z.literal('picture'), url: z.string(), alt: z.string() }),
  /** Labels and values below each other. */
  z.object({ kind: z.literal('facts'), facts: z.array(z.object({ label: z.string(), value: z.string() })) }),
  /** A link that is drawn as a button, and stands below it in full. */
  z.object({ kind: z.literal('button'), label: z.string(), url: z.string() }),
  /** Name, picture and price of one of the firm's products, as they are when the letter is handed over. */
  z.object({ kind: z.literal('product'), productId: z.string() }),
  /** How long it is until the session begins when the letter is handed over; left out once it has begun. */
  z.object({ kind: z.literal('countdown') }),
  z.object({ kind: z.literal('footer'), text: z.string() }),
])
export type LetterBlock = z.output<typeof LetterBlock>

/** What a letter says in one language. */
export const LetterContent = z.object({ subject: z.string(), blocks: z.array(LetterBlock) })
export type LetterContent = z.output<typeof LetterContent>

/** What a letter says in both languages: each person gets it in the own one. */
export const LetterContents = z.object({
  'zh-TW': LetterContent,
  en: LetterContent,
}) satisfies z.ZodType<Readonly<Record<Language, LetterContent>>>
export type LetterContents = z.output<typeof LetterContents>

/** Under which name a letter's values hold what a block shows of a product; `struck` is the price that is crossed out. */
export const productValue = (productId: string, part: 'name' | 'price' | 'struck' | 'picture'): string =>
  `product.${productId}.${part}`

/** Every text of a letter that may hold variables, the addresses of its buttons too. */
export const textsOf = ({ subject, blocks }: LetterContent): string[] => [
  subject,
  ...blocks.flatMap((block) => {
    switch (block.kind) {
      case 'facts':
        return block.facts.flatMap(({ label, value }) => [label, value])
      case 'button':
        return [block.label, block.url]
      case 'richText':
        return [block.html]
      case 'picture':
        return [block.alt]
      case 'product':
      case 'countdown':
        return []
      default:
        return [block.text]
    }
  }),
]
