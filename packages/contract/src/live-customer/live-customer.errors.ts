import { defineErrorTexts } from '../common/error-text.ts'

export const liveCustomerErrors = defineErrorTexts({
  customerNoContact: {
    'zh-TW': '請填電子郵件或手機',
    en: 'Enter an email or a phone number',
  },
  customerTwice: {
    'zh-TW': '這場直播的受邀名單中已經有這個人',
    en: 'Already invited to this live',
  },
  customersTooMany: {
    'zh-TW': '一次最多 {{max}} 行',
    en: 'At most {{max}} lines at a time',
  },
})
