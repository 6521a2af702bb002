import { defineErrorTexts } from '../common/error-text.ts'

export const roomErrors = defineErrorTexts({
  anonymousClosed: { 'zh-TW': '這場直播需要先報名才能進場', en: 'Sign up first to enter this live' },
  blockedHere: { 'zh-TW': '您無法進入這個直播間', en: 'You can’t enter this live room' },
  notOpenYet: { 'zh-TW': '直播間還沒開放', en: 'The live room isn’t open yet' },
  liveEnded: { 'zh-TW': '直播已結束', en: 'The live stream has ended' },
  replayClosed: { 'zh-TW': '重播已經下架', en: 'The replay is no longer available' },
  liveCancelled: { 'zh-TW': '這場直播已取消', en: 'This live was canceled' },
  viewerUnknown: {
    'zh-TW': '請從您的專屬連結進入直播間',
    en: 'Use your personal link to enter the live room',
  },
  linkUnknown: {
    'zh-TW': '這個專屬連結無法使用，請重新報名或再開一次通知信裡的連結',
    en: 'This personal link doesn’t work. Sign up again, or open the link in your email',
  },
  nameLikeShop: {
    'zh-TW': '這個名字會讓人以為是店家的人，請換一個',
    en: 'This name could be mistaken for the shop or its team. Choose another one',
  },
  nameTaken: {
    'zh-TW': '直播間裡已經有人叫這個名字，請換一個',
    en: 'This name is already used here. Choose another one',
  },
  saidTooMuch: { 'zh-TW': '留言太快了，請稍等一下', en: 'You’re commenting too fast. Wait a moment' },
  slowMode: {
    'zh-TW': '主持人開啟了慢速模式，請稍等再留言',
    en: 'Slow mode is on. Wait a little before you comment again',
  },
  timedOut: {
    'zh-TW': '小編暫停了您的留言，還有 {{count}} 分鐘',
    en: 'The team has paused your comments. You can comment again in {{count}} min',
  },
  saidNothing: { 'zh-TW': '請先輸入留言', en: 'Write a comment first' },
  saidTooLong: { 'zh-TW': '留言最多 300 個字', en: 'Comments can have up to 300 characters' },
  diskFull: {
    'zh-TW': '系統儲存空間不足，留言沒有送出，請稍後再試',
    en: 'We’re out of storage space, so your comment wasn’t sent. Try again later',
  },
  notSaid: { 'zh-TW': '留言沒有送出，正在重試', en: 'Your comment wasn’t sent. Retrying…' },
})
