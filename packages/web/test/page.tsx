import type { Language } from '@kaimai/contract/common/language.ts'
import { render } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { test as base } from 'vitest'
import { byName, textNameOf, textsOf } from '../src/app/audience/page-files.ts'
import { PageTree } from '../src/app/audience/page-tree.tsx'
import type { AudiencePage } from '../src/lib/audience/audience-page.ts'
import { configureHttp } from '../src/lib/http/http.ts'
import type { TextTree } from '../src/lib/i18n/translator.ts'
import { createStrictTranslator, impatientClock } from './surroundings.ts'
import { createUser } from './user.ts'
import { createWire, type Wire } from './wire.ts'

const texts = byName(
  import.meta.glob<TextTree>('../src/features/*/audience/text/*.json', { import: 'default' }),
  textNameOf,
)

interface PageOpening {
  readonly language?: Language
  /** Path and query of the address. */
  readonly path?: string
}

interface Fixtures {
  /** Answers what the page asks the server. */
  wire: Wire
  /** Shows a page of the audience with its data, in English and in the shop's time unless said otherwise. */
  openPage: <D>(page: AudiencePage<D>, data: D, opening?: PageOpening) => Promise<void>
  user: UserEvent
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs
  wire: async ({}, use) => {
    await use(createWire())
  },
  openPage: async ({ wire }, use) => {
    await use(async (page, data, { language = 'en', path = '/' } = {}) => {
      configureHttp({ fetch: wire.fetch, clock: impatientClock(), language: () => language })
      document.documentElement.lang = language
      const loaded = new Map<string, TextTree>()
      for (const slug of page.texts) {
        const tree = await texts.get(`${slug}/${language}`)?.()
        if (tree) loaded.set(`${slug}/${language}`, tree)
      }
      const translator = createStrictTranslator(language, textsOf(page.texts, language, loaded))
      const { View } = page
      const shown: AudiencePage<unknown> = {
        texts: page.texts,
        head: () => ({ title: '' }),
        View: () => <View data={data} path={path} origin="http://localhost" />,
      }
      const input = { kind: 'page', path, language, data, origin: 'http://localhost' }
      render(<PageTree page={shown} input={input} translator={translator} timeZone="Asia/Taipei" />)
    })
  },
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs
  user: async ({}, use) => {
    await use(createUser())
  },
})
