import type { FeatureNames } from './names.ts'

/** A file that exists already and what it becomes; undefined: it has no place like the one looked for. */
type Join = (text: string, names: FeatureNames) => string | undefined

/** Puts `line` behind the last line that `pattern` finds. */
const afterLast = (text: string, pattern: RegExp, line: string): string | undefined => {
  const last = [...text.matchAll(new RegExp(pattern, 'gm'))].at(-1)
  if (!last) return undefined
  const end = last.index + last[0].length
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`
}

const intoAllRoutes: Join = (text, { slug, camel }) => {
  const imported = afterLast(
    text,
    /^import .*\.routes\.ts'$/,
    `import { ${camel}Routes } from './${slug}/${slug}.routes.ts'`,
  )
  return imported && afterLast(imported, /^ {2}\w+: \w+Routes,$/, `  ${camel}: ${camel}Routes,`)
}

const intoPaths: Join = (text, { slug, pascal }) =>
  afterLast(text, /^ {2}\w+: auth\(.*\),$/, `  manage${pascal}: auth('/manage-${slug}', 'stream'),`)

/** Path → how the feature joins it. */
export const joins: Readonly<Record<string, Join>> = {
  'packages/contract/src/all-routes.ts': intoAllRoutes,
  'packages/web/src/lib/paths/paths.ts': intoPaths,
}

/** What is left to do by hand, as the places differ in shape. */
export const byHand = ({ slug, camel, pascal }: FeatureNames): string[] => [
  `packages/server/src/app.ts: create${pascal}Store, create${pascal}Service, and ...${camel}Plugin(…) among what is mounted`,
  `packages/web/src/app/shell/nav-items.ts: a menu item for manage${pascal}, if it gets one`,
  `packages/web/src/features/${slug}/text: the words, in both languages`,
  'a test for each behaviour that makes the feature what it is; node tooling/rules.ts lists them',
]
