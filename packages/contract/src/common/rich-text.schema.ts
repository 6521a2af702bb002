import { z } from 'zod'
import { because, common } from './error-text.ts'
import { lengthOfRichText, picturesOfRichText, richTextLimits } from './rich-text.rules.ts'
import { cleanRichText, readRichText } from './rich-text-read.rules.ts'

/** A text with headings, lists and pictures, of so many characters: plain or HTML, kept as the HTML of rich-text.rules.ts. */
export const RichTextField = (max: number) =>
  z
    .string()
    .max(richTextLimits.sent, because(common.tooLong))
    .overwrite(cleanRichText)
    .check(({ value, issues }) => {
      const text = readRichText(value)
      const refuse = (message: string) => issues.push({ code: 'custom', message, input: value })
      if (lengthOfRichText(text) > max || value.length > richTextLimits.stored) refuse(because(common.tooLong))
      if (picturesOfRichText(text).length > richTextLimits.pictures) refuse(because(common.tooManyPictures))
    })
