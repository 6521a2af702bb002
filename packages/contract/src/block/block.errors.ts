import { defineErrorTexts } from '../common/error-text.ts'

export const blockErrors = defineErrorTexts({
  blockNobody: {
    'zh-TW': '請選一位觀眾，或填寫電話、電子郵件其中一項',
    en: 'Choose a viewer, or fill in a phone number or an e-mail address',
  },
  blockIsPermanent: {
    'zh-TW': '這是全部直播的封鎖，請用「解除永久封鎖」',
    en: 'This block holds in all lives. Cancel the permanent block instead',
  },
  blockIsTemporary: {
    'zh-TW': '這只是單場封鎖，請用「解除封鎖」',
    en: 'This block holds in one live only. Cancel the block instead',
  },
  permanentIsTheFirms: {
    'zh-TW': '這是全部直播的封鎖，請有直播編輯權限的同事解除',
    en: 'This block holds in all lives. Ask a colleague who may edit lives to cancel it',
  },
})
