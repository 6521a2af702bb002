import { defineReasons } from '../common/reason.ts'

export const roomReasons = defineReasons({
  anonymousClosed: { 'zh-TW': '這場直播需要先報名才能進場', en: 'Please sign up first to enter this live' },
  blockedHere: { 'zh-TW': '您無法進入這個直播間', en: 'You cannot enter this room' },
  notOpenYet: { 'zh-TW': '直播間還沒開放', en: 'The room is not open yet' },
  liveEnded: { 'zh-TW': '直播已結束', en: 'The live stream has ended' },
  saidTooMuch: { 'zh-TW': '留言太快了，請稍等一下', en: 'You are writing too fast. Please wait a moment' },
  saidTooLong: { 'zh-TW': '留言最多 300 個字', en: 'A message may have at most 300 characters' },
})
