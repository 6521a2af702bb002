import { defineErrorTexts } from '../common/error-text.ts'

export const commentModErrors = defineErrorTexts({
  nobodyToSpeak: {
    'zh-TW': '還沒有虛擬觀眾可以說這些話，請先建立幾位',
    en: 'There are no virtual users to post these comments. Create some first',
  },
  nothingMarked: { 'zh-TW': '這場直播沒有標記過的留言', en: 'This live has no starred comments' },
  groupFull: {
    'zh-TW': '一個留言群組最多 5,000 則留言',
    en: 'A comment group can have up to 5,000 comments',
  },
  wrongTimecode: {
    'zh-TW': '時間請用 分:秒，例如 01:23.4',
    en: 'Use minutes:seconds, such as 01:23.4',
  },
  timePartOfDay: {
    'zh-TW': '這是試算表的時間數值，看不出是幾分幾秒。請把儲存格格式改成時間（時:分:秒）再匯入',
    en: 'This is how a spreadsheet stores a time. Format the cell as a time (h:mm:ss) and import the file again',
  },
  timeFromHours: {
    'zh-TW': '試算表的「{{text}}」是時:分，這裡讀成影片的 {{time}}（分:秒）',
    en: 'Your spreadsheet has “{{text}}” as hours and minutes. It’s read as {{time}} (minutes:seconds) of the video',
  },
  timeWithHours: {
    'zh-TW': '儲存格沒有顯示小時，完整的時間是 {{text}}',
    en: 'The cell doesn’t show its hours. The full time is {{text}}',
  },
  timeWithoutHours: {
    'zh-TW': '{{time}} 比上一列早很多，試算表可能把小時去掉了，請確認',
    en: '{{time}} is long before the row above. A spreadsheet may have dropped its hours, so check it',
  },
  timeLostHours: {
    'zh-TW': '同一則留言在群組裡是 {{there}}，檔案裡是 {{time}}，試算表可能把小時去掉了，請確認',
    en: 'This comment is at {{there}} in the group and at {{time}} in the file. A spreadsheet may have dropped its hours, so check it',
  },
  unknownSpeaker: {
    'zh-TW': '名單裡沒有「{{name}}」這位虛擬觀眾',
    en: 'No virtual user is named “{{name}}”',
  },
})
