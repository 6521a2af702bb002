import type { Language } from '@kaimai/contract/common/language.ts'
import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'

/** What the question about tracking says. */
export const consentLabels = {
  'zh-TW': {
    question: '接受廣告追蹤嗎？',
    what: '這是什麼？',
    yes: '同意',
    no: '不同意',
    explain: (names: string) =>
      `同意後，這家店會讓 ${names} 知道您在這裡看了哪些商品、有沒有報名或購買，用來了解廣告的成效。姓名不會送出，電話和 Email 會先轉成代碼。不同意也能照常觀看、報名和購買，之後可以到頁面最下方或直播間選單的「廣告追蹤設定」更改。`,
  },
  en: {
    question: 'Allow ad tracking?',
    what: 'What is this?',
    yes: 'Allow',
    no: 'Decline',
    explain: (names: string) =>
      `If you allow it, this shop lets ${names} know what you view here and whether you sign up or buy, to measure its ads. Your name is never sent, and your phone number and email are turned into codes first. You can watch, sign up, and buy without it, and change your choice anytime under “Ad tracking choices” at the bottom of the page or in the live room menu.`,
  },
} as const satisfies Record<Language, unknown>

/** Who would learn of it: 'Meta、TikTok、Google'. */
export const advertisersOf = (
  setup: Pick<TrackingSetup, 'pixelId' | 'tiktokPixelId' | 'gtmId'>,
  language: Language,
): string => {
  const names = [
    ...(setup.pixelId === '' ? [] : ['Meta']),
    ...(setup.tiktokPixelId === '' ? [] : ['TikTok']),
    ...(setup.gtmId === '' ? [] : ['Google']),
  ]
  return language === 'zh-TW' ? names.join('、') : new Intl.ListFormat(language).format(names)
}
