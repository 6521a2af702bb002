import { defineErrorTexts } from '../common/error-text.ts'

export const firmErrors = defineErrorTexts({
  nameIsDefault: {
    'zh-TW': '請換成您自己的商家名稱，不能用預設名稱',
    en: 'Enter your own shop name instead of the default one',
  },
  legalPhoneWrong: { 'zh-TW': '電話只能有數字、空格和 + - ( ) #', en: 'Use only numbers, spaces, and + - ( ) #' },
  prefixWrong: { 'zh-TW': '最多 6 個大寫英文字母或數字', en: 'Use up to 6 uppercase letters or numbers' },
  pixelIdWrong: { 'zh-TW': 'Pixel 編號是 15 或 16 位數字', en: 'A Pixel ID has 15 or 16 digits' },
  tiktokPixelIdWrong: {
    'zh-TW': 'TikTok Pixel 編號是 10–30 個大寫英文字母或數字',
    en: 'A TikTok Pixel ID has 10–30 uppercase letters or numbers',
  },
  gtmIdWrong: { 'zh-TW': 'GTM 編號的格式是 GTM-XXXXXXX', en: 'A GTM ID looks like GTM-XXXXXXX' },
  secretWrong: { 'zh-TW': '金鑰裡不能有空白或中文', en: 'Keys can’t contain spaces or Chinese characters' },
  keyLengthWrong: {
    'zh-TW': '這組金鑰應該是 {{length}} 個字元，請從金流後台重新複製',
    en: 'This key has {{length}} characters. Copy it again from your payment provider',
  },
  domainWrong: { 'zh-TW': '請只填網域，例如 shop.com.tw', en: 'Enter only the domain, such as shop.com.tw' },
  merchantIdWrong: { 'zh-TW': '只能有英文字母、數字、- 和 _', en: 'Use only letters, numbers, -, and _' },
  bankCodeWrong: { 'zh-TW': '銀行代碼是 3 位數字', en: 'A bank code has 3 digits' },
  accountWrong: { 'zh-TW': '帳號是 6–16 位數字', en: 'An account number has 6–16 digits' },
  transferIncomplete: {
    'zh-TW': '提供轉帳付款前，請先填好收款帳戶',
    en: 'Add your bank account before you offer bank transfer',
  },
  gatewayIncomplete: {
    'zh-TW': '開啟這家金流的付款方式前，請先填好商店編號與所有金鑰',
    en: 'Add the merchant ID and all keys before you offer methods of this provider',
  },
  testNeedsMethod: {
    'zh-TW': '請先開啟至少一種真實付款方式，並填好金流資料',
    en: 'Turn on at least one real payment method and complete its provider details first',
  },
  gatewayUnkept: {
    'zh-TW': '請先填好並儲存這家金流的商店編號與所有金鑰',
    en: 'Save the merchant ID and all keys of this provider first',
  },
  gatewayNotHere: {
    'zh-TW': '這台伺服器目前不能使用這家金流',
    en: 'This server can’t use this provider yet',
  },
  keysUnknown: {
    'zh-TW': '這家金流不認得您的商店編號或金鑰：{{words}}',
    en: 'This provider doesn’t recognize your merchant ID or keys: {{words}}',
  },
  gatewaySilent: {
    'zh-TW': '目前連不上這家金流，請稍後再試',
    en: 'This provider can’t be reached right now. Try again later',
  },
  twiceOffered: { 'zh-TW': '同一種方式只能出現一次', en: 'Each method can be listed only once' },
  noDelivery: { 'zh-TW': '至少要提供一種配送方式', en: 'Offer at least one delivery method' },
  freeBelowNothing: { 'zh-TW': '免運門檻要大於 0', en: 'The free delivery threshold must be more than 0' },
  loveCodeTwice: { 'zh-TW': '這個捐贈碼已經在清單裡', en: 'This donation code is already in the list' },
  surenotifyNeedsKey: { 'zh-TW': '請先填寫並儲存 Surenotify 金鑰', en: 'Save a Surenotify key first' },
  delayNothing: { 'zh-TW': '您的時數沒有使用期限', en: 'Your hours don’t expire' },
  delayTooEarly: {
    'zh-TW': '到期前 30 天內才能延長期限',
    en: 'You can extend within 30 days of expiry',
  },
  delayTooLate: { 'zh-TW': '期限已過，請聯絡我們', en: 'Your hours have expired. Contact us' },
  delayedAlready: { 'zh-TW': '期限已經延長過一次', en: 'The expiry date was already extended once' },
  domainUnset: { 'zh-TW': '請先儲存寄件網域', en: 'Save a sender domain first' },
  domainUnreachable: {
    'zh-TW': '目前查不到網域設定，請稍後再試',
    en: 'We couldn’t look up the domain. Try again later',
  },
  passwordSame: { 'zh-TW': '新密碼和目前的密碼一樣', en: 'The new password is the same as your current password' },
})
