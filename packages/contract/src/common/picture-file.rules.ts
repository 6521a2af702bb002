import { type ErrorText, type ErrorTextWithValues, withValues } from './error-text.ts'
import { fileErrors } from './file.errors.ts'

/** What an uploaded picture may be at most. */
export const pictureFileLimits = { bytes: 12_000_000 } as const
/** `bodyLimit` of routes that take a picture: the file and the parts around it. */
export const pictureBodyLimit = 12 * 1024 * 1024

/** What the system's file dialog offers for a picture. */
export const pictureFileTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** So many bytes of a file's begin say whether it is a picture. */
export const pictureHeadBytes = 12

const isPictureHead = (head: string): boolean =>
  head.startsWith('\xff\xd8\xff') ||
  head.startsWith('\x89PNG\r\n\x1a\n') ||
  /^GIF8[79]a/.test(head) ||
  /^RIFF.{4}WEBP/s.test(head) ||
  /^.{4}ftyp(avif|avis|mif1|msf1)/s.test(head)

/**
 * Why a file can't be taken as a picture, by its size in bytes and its first `pictureHeadBytes` bytes; undefined when
 * nothing speaks against it. Its name and what the browser takes it for don't count.
 */
export const pictureFileProblem = (size: number, begin: Uint8Array): ErrorText | ErrorTextWithValues | undefined => {
  const head = String.fromCharCode(...begin.subarray(0, pictureHeadBytes))
  if (!isPictureHead(head)) return fileErrors.notAnImage
  const { bytes } = pictureFileLimits
  return size > bytes ? withValues(fileErrors.fileTooBig, { megabytes: bytes / 1_000_000 }) : undefined
}
