import { defineReasons } from '../common/reason.ts'

export const liveReasons = defineReasons({
  videoNotReady: {
    'zh-TW': '影片還在處理，完成後才能發布',
    en: 'The video is still being processed; publish when it is ready',
  },
  liveInPast: { 'zh-TW': '開播時間已經過了', en: 'This time has passed' },
  liveRunning: { 'zh-TW': '直播已經開始，不能再改這一項', en: 'The live has begun; this can no longer be changed' },
  liveOver: { 'zh-TW': '直播已經結束', en: 'The live stream has ended' },
  platformLater: { 'zh-TW': '目前只能發布影片直播', en: 'Only lives from a video can be published for now' },
  hoursUsedUp: {
    'zh-TW': '直播時數已用完，請先加值再開播',
    en: 'The live hours are used up. Please top up before opening a room',
  },
})
