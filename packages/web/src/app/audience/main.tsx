import '../../ui/tokens.css'
import './audience-base.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { AudiencePageInput } from '../../lib/audience/audience-page.ts'
import { createPlainTranslator, type TextTree } from '../../lib/i18n/translator.ts'
import { leaveComposingKeys } from '../../lib/keys/composing-keys.ts'
import { followTranslation } from '../../lib/page-translation/translated-page.ts'
import { byName, kindOf, type PageModule, textNameOf, textsOf } from './page-files.ts'
import { PageTree } from './page-tree.tsx'
import { pageTimeZone } from './page-time-zone.ts'

const pages = byName(import.meta.glob<PageModule>('../../features/*/*.audience.tsx'), kindOf)
const texts = byName(
  import.meta.glob<TextTree>(
    ['../../features/*/audience/text/*.json', '../../features/*/audience/{ended,replay}/text/*.json'],
    {
      import: 'default',
    },
  ),
  textNameOf,
)

followTranslation()
// From the moment the page answers to a key, not from when its later parts have come.
leaveComposingKeys()

const start = async (root: HTMLElement, input: AudiencePageInput, onHydrated: () => void) => {
  const load = pages.get(input.kind)
  if (!load) throw new Error(`no page of kind ${input.kind}`)
  const { audiencePage: page } = await load()
  const names = page.texts.map((slug) => `${slug}/${input.language}`)
  const loaded = new Map<string, TextTree>()
  await Promise.all(
    names.map(async (name) => {
      const tree = await texts.get(name)?.()
      if (tree) loaded.set(name, tree)
    }),
  )
  const translator = createPlainTranslator(input.language, textsOf(page.texts, input.language, loaded))
  const given = { page, input, translator, timeZone: pageTimeZone, onHydrated }
  const tree = <PageTree {...given} />
  // As a transition it works in short turns, between which the page scrolls and types.
  startTransition(() => void hydrateRoot(root, tree))
}

const root = document.getElementById('root')
const island = document.getElementById('page')?.textContent
const { promise, resolve } = Promise.withResolvers<void>()
/** Resolves when all that the server wrote knows what was written into it. */
export const hydrated = promise
/** Resolves as soon as the page answers to what is done on it. */
// Written by the server's render.tsx, from the same type.
export const alive = root && island ? start(root, JSON.parse(island) as AudiencePageInput, resolve) : Promise.resolve()
void alive.then(() => import('./late.ts')).catch(() => undefined)
