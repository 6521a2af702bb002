import { defineErrorTexts } from '../common/error-text.ts'

export const videoErrors = defineErrorTexts({
  videoInUse: { 'zh-TW': '還有直播會用到這支影片：{{lives}}', en: 'Lives to come still use this video: {{lives}}' },
  videoNotMp4: { 'zh-TW': '請上傳 MP4 影片檔', en: 'Please upload an MP4 file' },
  videoQuotaFull: {
    'zh-TW': '商家的影片空間不足，請先刪除不用的影片',
    en: 'The space for videos is used up. Please delete some first',
  },
  videoTooLarge: { 'zh-TW': '單一影片不可超過 20 GB', en: 'A video may be at most 20 GB' },
  videoNotFailed: {
    'zh-TW': '這支影片不需要重新處理',
    en: 'This video does not need to be processed again',
  },
  uploadNotHeld: {
    'zh-TW': '原始檔已經清除，請重新上傳這支影片',
    en: 'The uploaded file is gone. Please upload this video again',
  },
  imageSpaceFull: {
    'zh-TW': '商家的圖片空間（2 GB）已用完，請先刪除不用的圖片',
    en: 'The space for pictures (2 GB) is used up. Please remove some first',
  },
  imagesTooMany: {
    'zh-TW': '商家最多存放 20,000 張圖片，請先刪除不用的圖片',
    en: 'A firm may keep at most 20,000 pictures. Please remove some first',
  },
  diskFull: { 'zh-TW': '伺服器空間不足，請聯絡客服', en: 'The server has too little space. Please contact support' },
  chunkWrong: { 'zh-TW': '上傳的片段不完整，正在重傳', en: 'This part of the upload was not whole; sending it again' },
  uploadGone: { 'zh-TW': '這次上傳已過期，請重新上傳', en: 'This upload has expired. Please start again' },
  videoUnreadable: {
    'zh-TW': '無法讀取這支影片，檔案可能已損壞，請重新匯出成 MP4（H.264）後再上傳',
    en: 'This video cannot be read; the file may be damaged. Please export it as MP4 (H.264) and upload it again',
  },
  videoNoPicture: {
    'zh-TW': '檔案裡沒有影像，請上傳有畫面的影片',
    en: 'The file holds no picture. Please upload a video with one',
  },
  videoCodec: {
    'zh-TW': '這支影片的格式無法播放，請匯出成 MP4（H.264 影像、AAC 聲音）後再上傳',
    en: 'This video format cannot be played. Please export it as MP4 (H.264 video, AAC audio) and upload it again',
  },
  videoTooShort: { 'zh-TW': '影片太短，至少要 1 秒', en: 'The video is too short; it needs at least 1 second' },
})
