import type { ComponentType } from 'react'

/** What a page whose own picture says nothing without scripts shows instead: drawn by the server alone, as plain HTML. */
export interface NoScriptPage<D> {
  /** Slugs of the features whose texts it uses: their audience/text, and their audience/no-script/text. */
  readonly texts: readonly string[]
  readonly View: ComponentType<{ readonly data: D }>
}

/** Exported as `noScriptPage` of `features/<slug>/<kind>.no-script.tsx`; `D` is what the server hands in for it. */
export const defineNoScriptPage = <D>(page: NoScriptPage<D>): NoScriptPage<D> => page
