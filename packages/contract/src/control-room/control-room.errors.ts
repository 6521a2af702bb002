import { defineErrorTexts } from '../common/error-text.ts'

/** What only the staff of a room is told: viewers load none of it. */
export const controlRoomErrors = defineErrorTexts({
  decidedAlready: {
    'zh-TW': '其他人員已經先處理了這則留言',
    en: 'A teammate already handled this comment',
  },
  stillHeld: {
    'zh-TW': '這則留言還沒公開，請先放行再回覆',
    en: 'This comment isn’t public yet. Release it before you reply',
  },
  commentNotPublic: {
    'zh-TW': '這則留言觀眾現在看不到，無法置頂',
    en: 'Viewers can’t see this comment right now, so it can’t be pinned',
  },
  cuePlayed: { 'zh-TW': '這個橋段已經播出，無法再調整', en: 'This action has already played and can’t be changed' },
  lineNotPlayed: {
    'zh-TW': '這一則還沒播出，請在節目表裡跳過',
    en: 'This hasn’t played yet. Skip it in the rundown instead',
  },
  notToRehearse: {
    'zh-TW': '只有還沒開播的直播可以彩排',
    en: 'You can only rehearse a live that hasn’t started',
  },
  rehearsedTooLate: { 'zh-TW': '這個時間已超過直播長度', en: 'This time is past the end of the live' },
  crewKeepsRights: {
    'zh-TW': '擁有者與管理員在每場直播都有完整權限，不能更改',
    en: 'Owners and managers have full access to every live, so their role can’t be changed',
  },
  crewOwnRole: {
    'zh-TW': '不能更改自己在這場直播的角色，請找管理員',
    en: 'You can’t change your own role in this live. Ask a manager',
  },
  crewBeyondOwn: {
    'zh-TW': '您在這場直播的權限不足，不能指派這個角色',
    en: 'You can’t assign a role with more access than you have in this live',
  },
  cueIsEnd: {
    'zh-TW': '收起的動作會跟著開始的動作一起走，不能單獨提前',
    en: 'This ends another action and moves with it. It can’t be shown on its own',
  },
})
