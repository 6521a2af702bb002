import type { Language, Texts } from '@kaimai/contract/common/language.ts'

interface Words {
  readonly title: Texts
  readonly text: Texts
}

/** Pages that need no build: when there is none, or when one fails. */
export const pageTexts = {
  notBuilt: {
    title: { 'zh-TW': '網頁還沒建置', en: 'The web app isn’t built yet' },
    text: {
      'zh-TW': '請在專案資料夾執行 npm run build（npm start 會自動執行），再重新整理這一頁。',
      en: 'Run npm run build in the project folder (npm start does this automatically), then refresh this page.',
    },
  },
  failed: {
    title: { 'zh-TW': '這一頁暫時打不開', en: 'This page can’t be shown right now' },
    text: {
      'zh-TW': '系統發生錯誤，請稍後再試一次。',
      en: 'Something went wrong on our side. Please try again later.',
    },
  },
} as const satisfies Record<string, Words>

/** A small whole document of words alone. */
export const wordsHtml = ({ title, text }: Words, language: Language): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title[language]}</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; box-sizing: border-box;
  background: #f6f7f9; color: #16181d; font: 16px/26px "Noto Sans TC", "Noto Sans CJK TC", -apple-system, "Segoe UI", sans-serif; }
main { max-width: 480px; }
h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px; }
p { margin: 0; color: #3b404a; }
</style>
</head>
<body><main><h1>${title[language]}</h1><p>${text[language]}</p></main></body>
</html>
`

/** The mark in a browser's tab, where the build's own is missing or asked for by its old name. */
export const faviconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#5246e0"/><path d="M10 8h4v7l6-7h5l-7 8 7 8h-5l-6-7v7h-4z" fill="#fff"/><circle cx="25" cy="8" r="3" fill="#ff7a82"/></svg>\n'

/** Search engines see sign-up pages and the public faces of rooms; nothing with a key, no console. */
export const robotsText = `User-agent: *
Allow: /stream/*/anonymous
Disallow: /stream/
Disallow: /order/
Disallow: /sandbox-pay/
Disallow: /partner/
Disallow: /api/
Disallow: /auth/
Disallow: /manage-
Disallow: /dashboard
`

/** Where only merchants log in. */
export const robotsOfConsole = `User-agent: *
Disallow: /
`
