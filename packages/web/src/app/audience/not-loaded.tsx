import type { Language } from '@kaimai/contract/common/language.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { createPlainTranslator, type TextTree } from '../../lib/i18n/translator.ts'
import { TextProvider, useText } from '../../lib/i18n/use-text.tsx'
import appEn from '../text/en.json' with { type: 'json' }
import appZh from '../text/zh-TW.json' with { type: 'json' }
import { pageTimeZone } from './page-time-zone.ts'

const appTexts: Readonly<Record<Language, TextTree>> = {
  'zh-TW': { notLoaded: appZh.notLoaded },
  en: { notLoaded: appEn.notLoaded },
}

/** The first script is small and comes first: what has not run by then has failed, or comes on a line that shows nothing. */
const saidAfterSeconds = 8

/**
 * The notice stands in the document and shows itself by its style, for the page's policy runs no script that could tell
 * of the first one's failure. start.ts hides it as soon as it runs, and shows it when what it fetches doesn't come. The
 * animation says `!important`, for pages take all others from who wants no motion.
 */
const style =
  '.not-loaded{position:fixed;z-index:2000;inset:auto 12px calc(12px + env(safe-area-inset-bottom));max-width:480px;' +
  'margin:0 auto;padding:14px 16px;display:flex;flex-wrap:wrap;align-items:center;gap:10px 16px;border-radius:12px;' +
  'background:#fff6df;color:#4a3500;font-size:15px;line-height:22px;box-shadow:0 4px 24px rgb(0 0 0/.28);' +
  `animation:not-loaded 1ms ${saidAfterSeconds}s backwards!important}` +
  '.not-loaded[hidden]{display:none}.not-loaded[data-now]{animation:none!important}' +
  '.not-loaded p{flex:1 1 220px}.not-loaded [data-why=stopped],.not-loaded[data-now=stopped] [data-why=missing]{display:none}' +
  '.not-loaded[data-now=stopped] [data-why=stopped]{display:block}.not-loaded b{display:block}' +
  '.not-loaded a{flex:none;padding:0 18px;border-radius:22px;background:#4a3500;color:#fff;font-weight:600;' +
  'line-height:44px;text-decoration:none}' +
  '@keyframes not-loaded{from,to{visibility:hidden}}'

const Notice = () => {
  const t = useText('app')
  return (
    <div className="not-loaded" id="not-loaded" role="alert">
      <p data-why="missing">
        <b>{t('notLoaded.title')}</b>
        {t('notLoaded.text')}
      </p>
      <p data-why="stopped">
        <b>{t('notLoaded.stopped')}</b>
        {t('notLoaded.kept')}
      </p>
      {/* An empty address is the page's own, with its query: it reloads without a script. */}
      <a href="" target="_self">
        {t('notLoaded.again')}
      </a>
    </div>
  )
}

/** Says that the page's scripts have not come, and reloads it; for the document's head and the end of its body. */
export const notLoadedHtml = (language: Language): { readonly head: string; readonly body: string } => ({
  head: `<style>${style}</style>`,
  body: renderToStaticMarkup(
    <TextProvider translator={createPlainTranslator(language, { app: appTexts[language] })} timeZone={pageTimeZone}>
      <Notice />
    </TextProvider>,
  ),
})
