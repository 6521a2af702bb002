import type { Language } from '@kaimai/contract/common/language.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { byName } from './page-files.ts'
import type { NoScriptPage } from '../../lib/audience/no-script-page.ts'
import { createPlainTranslator, type TextTree } from '../../lib/i18n/translator.ts'
import { TextProvider, useText } from '../../lib/i18n/use-text.tsx'
import appEn from '../text/en.json' with { type: 'json' }
import appZh from '../text/zh-TW.json' with { type: 'json' }
import { pageTimeZone } from './page-time-zone.ts'

interface NoScriptModule {
  readonly noScriptPage: NoScriptPage<unknown>
}

const pages = byName(
  import.meta.glob<NoScriptModule>('../../features/*/*.no-script.tsx', { eager: true }),
  (path) => /\/([^/]+)\.no-script\.tsx$/.exec(path)?.[1] ?? path,
)
const texts = byName(
  import.meta.glob<TextTree>('../../features/*/audience/no-script/text/*.json', { eager: true, import: 'default' }),
  (path) => path.replace(/^.*\/([^/]+)\/audience\/no-script\/text\/([^/]+)\.json$/, '$1/$2'),
)
const appTexts: Readonly<Record<Language, TextTree>> = {
  'zh-TW': { noScript: appZh.noScript },
  en: { noScript: appEn.noScript },
}

/** Nothing that only scripts answer looks as if it lived; what the notice itself needs stands here, for it has no sheet. */
const common =
  'button,[role=button],[data-bottom-bar],[data-for-scripts],#sign-up-form,#not-loaded{display:none!important}' +
  'label:has(input){pointer-events:none}' +
  '.no-script{background:#fff6df;color:#4a3500;padding:16px 20px;font-size:15px;line-height:24px}' +
  '.no-script b{display:block}.no-script>*,.no-script-page{max-width:560px;margin:0 auto!important}'
const instead =
  '#root{display:none}' +
  'main.no-script-page{max-width:600px;padding:24px 20px 40px;display:grid;gap:8px}' +
  '.no-script-page h1{font-size:24px;line-height:32px}' +
  '.no-script-page dl,.no-script-page ul{display:grid;gap:4px;margin:8px 0}' +
  '.no-script-page dt{font-size:13px}.no-script-page dd{font-weight:600;font-size:18px}' +
  '.no-script-page li{display:flex;justify-content:space-between;gap:16px;border-bottom:1px solid var(--line);padding:8px 0}' +
  '.no-script-page a{line-height:44px}'

const Notice = () => {
  const t = useText('app')
  return (
    <div className="no-script" role="status">
      <p>
        <b>{t('noScript.title')}</b>
        {t('noScript.text')}
      </p>
    </div>
  )
}

/** Pages whose own picture is an empty shape until their data has come. */
const emptyKinds: readonly string[] = ['sandbox-pay', 'partner', 'studio-preview']

/**
 * For browsers that run no scripts: a style for the head, and what the body begins with. `kind`: of the page as the
 * server asked for it; `textsOf`: the page's own texts of a feature.
 */
export const noScriptHtml = (
  { kind, language, data }: { readonly kind: string; readonly language: Language; readonly data: unknown },
  textsOf: (slug: string) => TextTree,
): { readonly head: string; readonly body: string } => {
  const page = pages.get(kind)?.noScriptPage
  const own = (page?.texts ?? []).map((slug) => [slug, { ...textsOf(slug), ...texts.get(`${slug}/${language}`) }])
  const translator = createPlainTranslator(language, { ...Object.fromEntries(own), app: appTexts[language] })
  const body = renderToStaticMarkup(
    <TextProvider translator={translator} timeZone={pageTimeZone}>
      <Notice />
      {page && (
        <main className="no-script-page">
          <page.View data={data} />
        </main>
      )}
    </TextProvider>,
  )
  const isInstead = page !== undefined || emptyKinds.includes(kind)
  return {
    head: `<noscript><style>${common}${isInstead ? instead : ''}</style></noscript>`,
    body: `<noscript>${body}</noscript>`,
  }
}
