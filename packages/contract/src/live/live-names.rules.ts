import type { Texts } from '../common/language.ts'
import type { LiveStatus, PlatformType } from './live.rules.ts'

/** How the states of a live are called in files. */
export const liveStatusNames: Readonly<Record<LiveStatus, Texts>> = {
  draft: { 'zh-TW': '草稿', en: 'Draft' },
  scheduled: { 'zh-TW': '已排程', en: 'Scheduled' },
  open: { 'zh-TW': '等候室開放', en: 'Waiting room' },
  live: { 'zh-TW': '直播中', en: 'Live' },
  ended: { 'zh-TW': '已結束', en: 'Ended' },
  cancelled: { 'zh-TW': '已取消', en: 'Canceled' },
}

/** How the kinds of a live are called in files. */
export const platformNames: Readonly<Record<PlatformType, Texts>> = {
  video: { 'zh-TW': '影片直播', en: 'Video' },
  youtube: { 'zh-TW': 'YouTube 直播', en: 'YouTube' },
  camera: { 'zh-TW': '攝影機直播', en: 'Camera' },
}
