/** What an editor of rich text says, in the user's language. */
export interface RichTextWords {
  /** Of the row of buttons. */
  readonly tools: string
  readonly heading: string
  readonly subheading: string
  readonly bold: string
  readonly italic: string
  readonly underline: string
  readonly bullets: string
  readonly numbers: string
  readonly quote: string
  readonly centre: string
  readonly rule: string
  readonly link: string
  readonly picture: string
  readonly undo: string
  readonly redo: string
  readonly linkAddress: string
  readonly linkExample: string
  readonly linkApply: string
  readonly linkRemove: string
  readonly linkWrong: string
  readonly alt: string
  readonly altExample: string
  readonly removePicture: string
  readonly retry: string
  /** Pasted pictures of other sites, which were left out. */
  readonly foreignPictures: string
  readonly mostPictures: string
  readonly loadFailed: string
  readonly uploading: (name: string) => string
  readonly uploadFailed: (name: string, reason: string) => string
}

/** What an editor needs to know of the text it edits, and nothing of where that is stored. */
export interface RichTextFormat {
  /** Any HTML as it would be stored. */
  readonly clean: (html: string) => string
  /** Plain text with its line ends as HTML. */
  readonly ofPlain: (text: string) => string
  readonly isLink: (href: string) => boolean
  readonly isPicture: (src: string) => boolean
  readonly maxPictures: number
  readonly maxAlt: number
}

/** Sends a picture; an error is in words for the user, `lasting` where sending it again can't help. */
export type SendPicture = (
  file: File,
) => Promise<{ readonly url: string } | { readonly error: string; readonly lasting?: boolean }>
