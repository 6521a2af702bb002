import { defineErrorTexts } from '../common/error-text.ts'

export const videoErrors = defineErrorTexts({
  videoInUse: { 'zh-TW': '還有直播會用到這支影片：{{lives}}', en: 'Upcoming lives still use this video: {{lives}}' },
  videoNotFilm: {
    'zh-TW': '這不是 MP4 或 MOV 影片檔，請匯出成 MP4（H.264 影像、AAC 聲音）後再上傳',
    en: 'This isn’t an MP4 or MOV file. Export your video as MP4 (H.264 video, AAC audio) and upload that',
  },
  videoOtherFormat: {
    'zh-TW':
      '這個檔案的內容是 {{format}}，不是 MP4 或 MOV。請用剪輯或轉檔軟體匯出成 MP4（H.264 影像、AAC 聲音）後再上傳，只改副檔名是不行的',
    en: 'This file is in {{format}} format, not MP4 or MOV. Export it as MP4 (H.264 video, AAC audio) and upload that. Renaming the file doesn’t convert it',
  },
  videoProtected: {
    'zh-TW': '這支影片有防拷保護，無法播放。請改用沒有保護的原始檔，匯出成 MP4（H.264 影像、AAC 聲音）後再上傳',
    en: 'This video is copy-protected and can’t be played. Export the unprotected original as MP4 (H.264 video, AAC audio) and upload that',
  },
  uploadChanged: {
    'zh-TW': '這個檔案在上傳途中被更動或移走了，請重新選擇檔案。內容沒變的話，會從上次的進度接著傳',
    en: 'This file was changed or moved during the upload. Choose it again. If its content is the same, the upload continues where it stopped',
  },
  videoQuotaFull: {
    'zh-TW': '商家的影片空間不足，請先刪除不用的影片',
    en: 'Your video storage is full. Delete videos you don’t need',
  },
  videoTooLarge: { 'zh-TW': '單一影片不可超過 20 GB', en: 'Each video can be up to 20 GB' },
  videoNotFailed: {
    'zh-TW': '這支影片不需要重新處理',
    en: 'This video doesn’t need to be processed again',
  },
  uploadNotHeld: {
    'zh-TW': '原始檔已經清除，請重新上傳這支影片',
    en: 'The original file was deleted. Upload this video again',
  },
  imageSpaceFull: {
    'zh-TW': '商家的圖片空間（2 GB）已用完，請先刪除不用的圖片',
    en: 'Your image storage (2 GB) is full. Delete images you don’t need',
  },
  imagesTooMany: {
    'zh-TW': '商家最多存放 20,000 張圖片，請先刪除不用的圖片',
    en: 'You can store up to 20,000 images. Delete images you don’t need',
  },
  noDiskSpace: { 'zh-TW': '伺服器空間不足，請聯絡客服', en: 'The server is out of space. Contact support' },
  uploadGone: { 'zh-TW': '這次上傳已過期，請重新上傳', en: 'This upload has expired. Upload the video again' },
  videoUnreadable: {
    'zh-TW': '無法讀取這支影片，檔案可能已損壞，請重新匯出成 MP4（H.264）後再上傳',
    en: 'We couldn’t read this video. The file may be damaged. Export it as MP4 (H.264) and upload it again',
  },
  videoNoPicture: {
    'zh-TW': '檔案裡沒有影像，請上傳有畫面的影片',
    en: 'This file has no video track. Upload a file with video',
  },
  videoCodec: {
    'zh-TW':
      '這支影片的格式無法播放，請匯出成 MP4（H.264 影像、AAC 聲音）後再上傳。iPhone 請到「設定 › 相機 › 格式」選「最相容」再錄影',
    en: 'This video format can’t be played. Export it as MP4 (H.264 video, AAC audio) and upload it again. On an iPhone, choose Most Compatible in Settings > Camera > Formats before you record',
  },
  videoIncomplete: {
    'zh-TW': '無法讀取這支影片，檔案不完整。請確認原始檔能播放到最後，重新匯出成 MP4（H.264）後再上傳',
    en: 'We couldn’t read this video because the file is incomplete. Check that the original plays to the end, export it as MP4 (H.264) and upload it again',
  },
  videoInterlaced: {
    'zh-TW': '這支影片是交錯掃描，請匯出成逐行掃描（progressive）的 MP4（H.264）後再上傳',
    en: 'This video is interlaced. Export it as a progressive MP4 (H.264) and upload it again',
  },
  videoOblongPixels: {
    'zh-TW': '這支影片的像素不是正方形，畫面會變形。請匯出成方形像素（1:1）的 MP4（H.264）後再上傳',
    en: 'This video doesn’t use square pixels and would look stretched. Export it as MP4 (H.264) with square pixels (1:1) and upload it again',
  },
  videoTooHeavy: {
    'zh-TW':
      '這支影片的解析度、影格率或位元率太高，手機網路播不順。請匯出成 1080p、60 fps、6 Mbps 以內的 MP4（H.264）後再上傳',
    en: 'This video is too heavy for mobile connections. Export it as MP4 (H.264) at 1080p, 60 fps and 6 Mbps or less, and upload it again',
  },
  /** Of a video that is being packaged. */
  videoWaitsForSpace: {
    'zh-TW': '伺服器空間不足，騰出空間後會自動繼續處理。刪除不用的影片可以騰出空間',
    en: 'The server is low on space. Processing starts by itself once there’s room. Delete videos you don’t need to make room',
  },
  /** Of a video that is ready. */
  videoEndsEarly: {
    'zh-TW': '原始檔在 {{length}} 處中斷，影片播放到這裡為止。如果還有完整的檔案，請重新上傳',
    en: 'The file breaks off after {{length}}, and the video plays up to there. If you have a complete file, upload it again',
  },
  videoMadeLighter: {
    'zh-TW': '原始檔的解析度、影格率或位元率太高，已轉成 1080p、60 fps、6 Mbps 以內，手機也能順暢播放',
    en: 'The file was too heavy for mobile connections, so we converted it to 1080p, 60 fps and 6 Mbps or less',
  },
  videoTooShort: { 'zh-TW': '影片太短，至少要 1 秒', en: 'The video is too short. It must be at least 1 second' },
})
