import type { LazyTexts } from '../../../../lib/i18n/with-texts.tsx'

/** Texts of what a room shows later: they come with it. */
export const lateTexts: LazyTexts = {
  namespace: 'room',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}
