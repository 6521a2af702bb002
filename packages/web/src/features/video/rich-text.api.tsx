import {
  isRichTextLink,
  isRichTextPicture,
  lengthOfRichText,
  richTextLimits,
} from '@kaimai/contract/common/rich-text.rules.ts'
import { cleanRichText, richTextOf } from '@kaimai/contract/common/rich-text-read.rules.ts'
import { useMemo } from 'react'
import { isCallError } from '../../lib/http/call-error.ts'
import { isLasting } from '../../lib/http/lasting-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { RichTextField } from '../../ui/rich-text/rich-text-field.tsx'
import type { RichTextFormat, RichTextWords, SendPicture } from '../../ui/rich-text/rich-text-words.ts'
import { uploadImage } from './video.api.ts'

export interface RichTextInputProps {
  readonly label: string
  readonly name: string
  /** HTML of a rich text. New pictures in it are to be kept by `keepImage` when the form is saved. */
  readonly value: string
  readonly onChange: (html: string) => void
  readonly onBlur?: () => void
  readonly error?: string | undefined
  readonly description?: string
  readonly placeholder: string
  readonly max: number
  readonly disabled?: boolean
  /** Called with whether pictures are still being uploaded. */
  readonly onBusy?: (busy: boolean) => void
}

const format: RichTextFormat = {
  clean: cleanRichText,
  ofPlain: cleanRichText,
  isLink: isRichTextLink,
  isPicture: isRichTextPicture,
  maxPictures: richTextLimits.pictures,
  maxAlt: richTextLimits.alt,
}

/** A merchant's text with headings, lists and pictures. */
export const RichTextInput = (props: RichTextInputProps) => {
  const t = useText('video')
  const labels = useLabels()
  const words = useMemo(
    (): RichTextWords => ({
      tools: t('richText.tools'),
      heading: t('richText.heading'),
      subheading: t('richText.subheading'),
      bold: t('richText.bold'),
      italic: t('richText.italic'),
      underline: t('richText.underline'),
      bullets: t('richText.bullets'),
      numbers: t('richText.numbers'),
      quote: t('richText.quote'),
      centre: t('richText.centre'),
      rule: t('richText.rule'),
      link: t('richText.link'),
      picture: t('richText.picture'),
      undo: labels.undo,
      redo: t('richText.redo'),
      linkAddress: t('richText.linkAddress'),
      linkExample: 'https://',
      linkApply: t('richText.linkApply'),
      linkRemove: t('richText.linkRemove'),
      linkWrong: t('richText.linkWrong'),
      alt: t('richText.alt'),
      altExample: t('richText.altExample'),
      removePicture: t('richText.removePicture'),
      retry: labels.retry,
      foreignPictures: t('richText.foreignPictures'),
      mostPictures: t('images.most', { max: richTextLimits.pictures }),
      loadFailed: t('richText.loadFailed'),
      uploading: (name) => t('images.uploading', { name }),
      uploadFailed: (name, reason) => labels.pair(name, reason),
    }),
    [t, labels],
  )
  const send: SendPicture = async (file) => {
    try {
      return { url: (await uploadImage(file)).url }
    } catch (error) {
      if (!isCallError(error)) throw error
      return { error: error.fields?.file ?? error.message, lasting: isLasting(error) }
    }
  }
  const length = useMemo(() => lengthOfRichText(richTextOf(props.value)), [props.value])
  return <RichTextField {...props} length={length} words={words} format={format} send={send} />
}
