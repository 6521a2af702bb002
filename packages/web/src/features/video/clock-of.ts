import { showDuration } from '@kaimai/contract/common/time.ts'

/** m:ss, or h:mm:ss from an hour on: short enough to stand on a picture. */
export const clockOf = (seconds: number): string =>
  showDuration(seconds)
    .replace(/^00:/, '')
    .replace(/^0(?=\d)/, '')
