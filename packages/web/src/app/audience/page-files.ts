import type { AudiencePage } from '../../lib/audience/audience-page.ts'
import type { TextTree } from '../../lib/i18n/translator.ts'

export interface PageModule {
  readonly audiencePage: AudiencePage<unknown>
}

/** `sign-up` of `…/features/signup/sign-up.audience.tsx`. */
export const kindOf = (path: string): string => /\/([^/]+)\.audience\.tsx$/.exec(path)?.[1] ?? path

/** `signup/zh-TW` of `…/features/signup/audience/text/zh-TW.json`. */
export const textNameOf = (path: string): string => {
  const match = /\/([^/]+)\/audience\/text\/([^/]+)\.json$/.exec(path)
  return match ? `${match[1]}/${match[2]}` : path
}

/** The files by the names that pages know them by. */
export const byName = <T>(
  files: Readonly<Record<string, T>>,
  nameOf: (path: string) => string,
): ReadonlyMap<string, T> => new Map(Object.entries(files).map(([path, file]) => [nameOf(path), file]))

/** The texts of a page by slug, from those that were loaded by `slug/language`. */
export const textsOf = (
  slugs: readonly string[],
  language: string,
  loaded: ReadonlyMap<string, TextTree>,
): Record<string, TextTree> => Object.fromEntries(slugs.map((slug) => [slug, loaded.get(`${slug}/${language}`) ?? {}]))
