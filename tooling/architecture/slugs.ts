import { placeOf } from './places.ts'
import { codeFiles, isCode, type Offences, type Tree } from './tree.ts'

/** Slugs that lack one of the three folders, and why. */
const partial: Readonly<Record<string, string>> = {
  access: 'The permissions are asked by every module; no screen is theirs.',
  dashboard: 'The first page shows what other modules answer; its figures are those of figure.',
  fact: 'Figures are counted from it; nobody looks at a row.',
  figure: 'The dashboard shows them.',
  gateway: 'The settings of the firm choose them; shoppers never read their names.',
  'live-hours': 'The settings of the firm show the balance.',
  refund: 'The pages of an order show its refunds.',
  replay: 'The pages of a replay are those of its room.',
  tracking: 'The pages of the audience publish events from lib/audience, which every page loads.',
}

/** One slug per feature, spelled the same in contract, server and web: each has all three, or says why not. */
export const checkSlugs = (tree: Tree): Offences => {
  const slugs = { contract: new Set<string>(), module: new Set<string>(), feature: new Set<string>() }
  for (const path of codeFiles(tree)) {
    const { zone, slug } = placeOf(path) ?? {}
    if (slug !== undefined && zone !== undefined && zone in slugs) slugs[zone as keyof typeof slugs].add(slug)
  }
  const offences: Offences = []
  for (const [kind, folder] of [
    ['module', 'packages/server/src/modules'],
    ['feature', 'packages/web/src/features'],
  ] as const) {
    for (const slug of slugs[kind]) {
      if (!slugs.contract.has(slug)) offences.push(`${folder}/${slug}: has no packages/contract/src/${slug}`)
    }
  }
  for (const slug of slugs.contract) {
    const isWhole = slugs.module.has(slug) && slugs.feature.has(slug)
    if (!isWhole && !(slug in partial))
      offences.push(`packages/contract/src/${slug}: has no module or no feature, and slugs.ts does not say why`)
    if (isWhole && slug in partial) offences.push(`slugs.ts: ${slug} has all three folders by now`)
    if (!/^[a-z]+(-[a-z]+)*$/.test(slug)) offences.push(`packages/contract/src/${slug}: slugs are in kebab-case`)
  }
  return offences
}

const junkNames = /^(utils?|helpers?|misc|types|common|common-components|shared|stuff)$/

/** Names that say nothing about what is inside; `contract/src/common` is the one folder so named. */
export const checkNames = (tree: Tree): Offences =>
  codeFiles(tree).flatMap((path) => {
    const parts = path.split('/')
    const stem = (parts.at(-1) ?? '').replace(/\..*$/, '')
    if (stem === 'index') return [`${path}: a barrel; name the file after what it holds`]
    const junk = [...parts.slice(0, -1), stem].find(
      (part, at) =>
        junkNames.test(part) && !(part === 'common' && parts.slice(0, at).join('/') === 'packages/contract/src'),
    )
    return junk === undefined ? [] : [`${path}: "${junk}" says nothing; name it after what it holds`]
  })

export const maxLines = 300
/** A stylesheet has one declaration a line, and the states of one component belong together. */
const maxStyleLines = 350

/** Migrations are written once, seeds are content, tests are lists: the others have one subject each. */
export const checkLength = (tree: Tree): Offences =>
  [...tree]
    .filter(([path]) => isCode(path) || path.endsWith('.css'))
    .filter(([path]) => !/\/(migrations|seed)\//.test(path) && !/\.(test|e2e)\./.test(path))
    .map(([path, text]) => ({
      path,
      lines: text.replace(/\n$/, '').split('\n').length,
      max: path.endsWith('.css') ? maxStyleLines : maxLines,
    }))
    .filter(({ lines, max }) => lines > max)
    .map(({ path, lines, max }) => `${path}: ${lines} lines; over ${max} there is more than one subject`)
