import { defineErrorTexts } from '../common/error-text.ts'

export const blockErrors = defineErrorTexts({
  blockNobody: {
    'zh-TW': '請選一位觀眾，或填寫電話、電子郵件其中一項',
    en: 'Choose a viewer, or enter a phone number or email',
  },
  blockIsPermanent: {
    'zh-TW': '這是全部直播的封鎖，請用「解除永久封鎖」',
    en: 'This block applies to all lives. Remove the permanent block instead',
  },
  blockIsTemporary: {
    'zh-TW': '這只是單場封鎖，請用「解除封鎖」',
    en: 'This block applies to one live only. Unblock this viewer in that live instead',
  },
  permanentIsTheFirms: {
    'zh-TW': '這是全部直播的封鎖，請有直播編輯權限的同事解除',
    en: 'This block applies to all lives. Ask a teammate who can edit lives to remove it',
  },
})
