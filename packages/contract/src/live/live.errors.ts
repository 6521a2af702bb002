import { defineErrorTexts } from '../common/error-text.ts'

export const liveErrors = defineErrorTexts({
  videoNotReady: {
    'zh-TW': '影片還在處理，完成後才能發布',
    en: 'The video is still being processed; publish when it is ready',
  },
  liveInPast: { 'zh-TW': '開播時間已經過了', en: 'This time has passed' },
  liveRunning: { 'zh-TW': '直播已經開始，不能再改這一項', en: 'The live has begun; this can no longer be changed' },
  liveOver: { 'zh-TW': '直播已經結束', en: 'The live stream has ended' },
  platformLater: {
    'zh-TW': '鏡頭直播還沒開放，目前可以發布影片直播與 YouTube 直播',
    en: 'Camera lives are not open yet; lives from a video or from YouTube can be published',
  },
  notYoutube: {
    'zh-TW': '這不是 YouTube 影片的網址，請貼上影片或直播頁的連結',
    en: 'This is not the address of a YouTube video; paste the link of the video or of the live',
  },
  youtubeNoVideo: {
    'zh-TW': 'YouTube 直播不用自己的影片，請先移除影片',
    en: 'A YouTube live plays no video of yours; take the video out first',
  },
  slotTaken: {
    'zh-TW': '這個系列在這個時間已經有另一場直播',
    en: 'This series has another live at this time',
  },
  copiedBySeries: {
    'zh-TW': '系列報名「{{series}}」 以這場直播為範本，請先在報名頁換掉範本',
    en: 'The series {{series}} copies this live; choose another one there first',
  },
  extendedTooFar: {
    'zh-TW': '最多只能比影片長 4 小時',
    en: 'At most 4 hours beyond the video',
  },
  hoursUsedUp: {
    'zh-TW': '直播時數已用完，請先加值再開播',
    en: 'The live hours are used up. Please top up before opening a room',
  },
})
