import { type LazyTexts, withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { ReplayRoom } from './replay-room.tsx'

/** The page of a replay has these as its own texts (`room/replay`); a room that turns into one fetches them. */
const replayTexts: LazyTexts = {
  namespace: 'room',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

export const loadReplayRoom = () => withTexts(replayTexts, ReplayRoom)
