import { defineErrorTexts } from '../common/error-text.ts'

export const automaticLetterErrors = defineErrorTexts({
  textGone: {
    'zh-TW': '這個範本已刪除，或不是這種信件的範本，請重新選擇',
    en: 'This template was deleted or is for another type of email. Choose another',
  },
  reminderTooLate: {
    'zh-TW': '這場直播已結束、已取消，或還沒公開，不能寄提醒信',
    en: 'This session is over, canceled, or not published, so no reminder can go out',
  },
  sessionNotOnAir: {
    'zh-TW': '直播還沒開始，或已經結束，不能寄開播信',
    en: 'The session hasn’t started yet or is already over, so no “live now” email can go out',
  },
  noticeTooLate: {
    'zh-TW': '這筆訂單已付款或已取消，不用再寄訂單成立信',
    en: 'This order is already paid or canceled, so no order confirmation can go out',
  },
  orderNotPaid: {
    'zh-TW': '這筆訂單還沒付款，不能寄付款完成信',
    en: 'This order isn’t paid yet, so no payment receipt can go out',
  },
  noAddress: {
    'zh-TW': '這筆訂單的測試信只會寄給團隊成員',
    en: 'Emails about this test order only go to team members',
  },
})
