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
  unknownSpeaker: {
    'zh-TW': '名單裡沒有「{{name}}」這位虛擬觀眾',
    en: 'No virtual user is named “{{name}}”',
  },
})
