import { defineErrorTexts } from '../common/error-text.ts'

export const liveErrors = defineErrorTexts({
  videoNotReady: {
    'zh-TW': '影片還在處理，完成後才能發布',
    en: 'The video is still being processed. You can publish when it’s done',
  },
  liveInPast: { 'zh-TW': '開播時間已經過了', en: 'This start time has passed' },
  liveRunning: { 'zh-TW': '直播已經開始，不能再改這一項', en: 'The live has started, so you can’t change this' },
  liveOver: { 'zh-TW': '直播已經結束', en: 'The live stream has ended' },
  platformLater: {
    'zh-TW': '攝影機直播還沒開放，目前可以發布影片直播與 YouTube 直播',
    en: 'Camera lives aren’t available yet. You can publish video and YouTube lives',
  },
  notYoutube: {
    'zh-TW': '這不是 YouTube 影片的網址，請貼上影片或直播頁的連結',
    en: 'This isn’t a YouTube video link. Paste the link to a video or live',
  },
  youtubeNoVideo: {
    'zh-TW': 'YouTube 直播不用自己的影片，請先移除影片',
    en: 'A YouTube live doesn’t use your own video. Remove the video first',
  },
  slotTaken: {
    'zh-TW': '這個系列在這個時間已經有另一場直播',
    en: 'This series already has a live at this time',
  },
  copiedBySeries: {
    'zh-TW': '系列報名「{{series}}」以這場直播為範本，請先在報名頁換掉範本',
    en: 'The series “{{series}}” repeats this live. Choose another live on its sign-up page first',
  },
  extendedTooFar: {
    'zh-TW': '最多只能比影片長 4 小時',
    en: 'You can extend up to 4 hours past the end of the video',
  },
  pastFilmWordOnly: {
    'zh-TW': '只有影片直播可以重播最後一分鐘或換播另一支影片',
    en: 'Only video lives can replay the last minute or play another video',
  },
  pastFilmNotReady: {
    'zh-TW': '這支影片目前無法播放，請選另一支',
    en: 'This video can’t be played right now. Choose another one',
  },
  pastFilmTooOften: {
    'zh-TW': '這場直播更換畫面的次數已達上限',
    en: 'You’ve changed what viewers see too many times in this live',
  },
  pastFilmInRehearsal: {
    'zh-TW': '彩排在影片播完時就會結束',
    en: 'A rehearsal ends when its video does',
  },
  tooManyLivesToExport: {
    'zh-TW': '一個檔案最多 {{max}} 場直播，請先用日期或類型篩選',
    en: 'A file holds up to {{max}} lives. Narrow the list by date or type first',
  },
  hoursUsedUp: {
    'zh-TW': '直播時數已用完，請先加值再開播',
    en: 'Your live hours are used up. Top up before you go live',
  },
})
