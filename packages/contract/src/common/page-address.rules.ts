/** What stands behind a pasted link: the end of its sentence, a bracket around it, a quote. Keys and ids hold none of it. */
const marks = ' .,;:!?\'"`)]}>*|…‧·、。，．；：！？’”」』】》〉〕）］｝＞～﹐﹑﹒﹔﹕﹖﹗\u3000\u200b\ufeff'

const hexOf = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`

/** A mark as it stands, and as the bytes of it that a browser or a chat program writes. */
const writtenAs = (mark: string): string[] => [
  mark.replace(/[.?)\]}*|]/g, '\\$&'),
  [...new TextEncoder().encode(mark)].map(hexOf).join(''),
]

const trailing = new RegExp(`(?:${[...marks].flatMap(writtenAs).join('|')}|/)+$`, 'i')

/**
 * The path of a pasted address without the punctuation that came along, percent-encoded or not, and without slashes
 * behind it; the path itself where there is none. It begins with a slash, as `path` does.
 */
export const withoutTrailingPunctuation = (path: string): string => {
  const behind = trailing.exec(path)?.[0] ?? ''
  // A slash at the end alone is no punctuation; two at the begin, or a backslash, would name another host.
  if (/^\/*$/.test(behind) || path.startsWith('//') || path.includes('\\')) return path
  return path.slice(0, -behind.length) || '/'
}

/** First words of the addresses that are the console's, in lower case; '' is the root. Every other address is the audience's. */
export const consoleWords: readonly string[] = [
  '',
  'dashboard',
  'manage-live',
  'manage-blacklist',
  'manage-form',
  'manage-live-stream',
  'manage-msgroup',
  'manage-product',
  'manage-sms-email',
  'manage-virtual-user',
  'manage-orders',
  'manage-mail-template',
  'brand-setting',
  'association-setting',
  'my-account',
  'auth',
  'register',
  '404',
  'client-404',
  'proto',
  'chat',
  'playground',
  'playground2',
]
