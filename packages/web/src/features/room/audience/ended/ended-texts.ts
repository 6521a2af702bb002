import { type LazyTexts, withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { EndPage } from './end-page.tsx'
import { Farewell } from './farewell.tsx'

/** The page of a room that is over has these with its own texts (`room/ended`); a room that ends meanwhile fetches them. */
const endedTexts: LazyTexts = {
  namespace: 'room',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

export const loadEndPage = () => withTexts(endedTexts, EndPage)
export const loadFarewell = () => withTexts(endedTexts, Farewell)
