import type { Language } from '@kaimai/contract/common/language.ts'
import appEn from '../text/en.json' with { type: 'json' }
import appZh from '../text/zh-TW.json' with { type: 'json' }
import { escapeHtml } from './sharing-tags.ts'

const texts: Readonly<Record<Language, string>> = { 'zh-TW': appZh.testMode, en: appEn.testMode }

/** Pages that fill the screen begin below it (`--test-height`). */
const style =
  ':root{--test-height:28px}.test-mode{box-sizing:border-box;height:28px;padding:0 12px;overflow:hidden;' +
  'background:#ffd76a;color:#3a2b00;font-size:13px;line-height:28px;font-weight:600;text-align:center;' +
  'white-space:nowrap;text-overflow:ellipsis}'

/** Says that a shop is in test mode, on pages where one can buy: in the document, so that it needs no script. */
export const testModeHtml = (language: Language): { readonly head: string; readonly body: string } => ({
  head: `<style>${style}</style>`,
  body: `<aside class="test-mode">${escapeHtml(texts[language])}</aside>`,
})
