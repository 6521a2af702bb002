import type { LazyTexts } from '../../../../lib/i18n/with-texts.tsx'

/** Texts of what stands above the chat while somebody reads back. */
export const historyTexts: LazyTexts = {
  namespace: 'room',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}
