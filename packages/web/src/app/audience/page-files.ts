import type { AudiencePage } from '../../lib/audience/audience-page.ts'
import type { TextTree } from '../../lib/i18n/translator.ts'

export interface PageModule {
  readonly audiencePage: AudiencePage<unknown>
}

/** `sign-up` of `…/features/signup/sign-up.audience.tsx`. */
export const kindOf = (path: string): string => /\/([^/]+)\.audience\.tsx$/.exec(path)?.[1] ?? path

/** `signup/zh-TW` of `…/features/signup/audience/text/zh-TW.json`, `room/ended/zh-TW` of `…/room/audience/ended/text/zh-TW.json`. */
export const textNameOf = (path: string): string =>
  path.replace(
    /^.*\/([^/]+)\/audience\/([^/]+\/)?text\/([^/]+)\.json$/,
    (_, slug, part = '', language) => `${slug}/${part}${language}`,
  )

/** The files by the names that pages know them by. */
export const byName = <T>(
  files: Readonly<Record<string, T>>,
  nameOf: (path: string) => string,
): ReadonlyMap<string, T> => new Map(Object.entries(files).map(([path, file]) => [nameOf(path), file]))

/** The texts of a page by slug, from those that were loaded by `name/language`: those of `room/ended` join those of `room`. */
export const textsOf = (
  names: readonly string[],
  language: string,
  loaded: ReadonlyMap<string, TextTree>,
): Record<string, TextTree> => {
  const texts: Record<string, TextTree> = {}
  for (const name of names) {
    const [slug = name] = name.split('/')
    texts[slug] = { ...texts[slug], ...loaded.get(`${name}/${language}`) }
  }
  return texts
}
