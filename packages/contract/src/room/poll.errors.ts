import { defineErrorTexts } from '../common/error-text.ts'

export const pollErrors = defineErrorTexts({
  votedTooMuch: { 'zh-TW': '按得太快了，請稍等一下', en: 'You’re tapping too fast. Wait a moment' },
  pollOver: { 'zh-TW': '投票已經結束', en: 'This poll has ended' },
  notVoted: { 'zh-TW': '投票沒有送出，請再試一次', en: 'Your vote wasn’t sent. Try again' },
})
