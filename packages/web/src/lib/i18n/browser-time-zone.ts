/** Where most viewers are, and what the server draws with. */
export const homeZone = 'Asia/Taipei'

/**
 * Stands for the zone of a browser that knows none: Taipei's clock (UTC+8 all year) by another name, so that pages that
 * name each zone but the shop's say which one they show.
 */
export const unknownZone = 'Etc/GMT-8'

const isUsable = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).format(0) !== ''
  } catch {
    return false
  }
}

/**
 * The browser's own zone (IANA), undefined where it has none: a machine without one answers nothing, an empty text, or
 * Etc/Unknown, which the same browser then refuses to show a time in.
 */
export const browserTimeZone = (): string | undefined => {
  const said: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return said !== undefined && said !== '' && said !== 'Etc/Unknown' && isUsable(said) ? said : undefined
}
