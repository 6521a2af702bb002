import { directionExceptions } from './exceptions.ts'
import { placeOf } from './places.ts'
import { importsOf, resolveSpecifier } from './source.ts'
import { codeFiles, isTest, type Offences, type Tree } from './tree.ts'

/**
 * The server's modules in one order: each may import types and ask services of those before it, never of those after.
 * What happens later is an event; what a later module contributes it registers with the earlier one.
 */
export const moduleOrder: readonly string[] = [
  ...['access', 'firm', 'letter', 'letter-template', 'opt-out', 'fact', 'gateway', 'auth', 'member', 'announcement'],
  ...['video', 'virtual-user', 'comment-mod', 'product', 'partner', 'association'],
  ...['live', 'live-customer', 'live-hours', 'viewer', 'block', 'room', 'replay'],
  // What is ordered stands before orders, what is done with an order after them.
  ...['signup', 'sales-page', 'order', 'payment', 'refund', 'commission', 'control-room'],
  ...['signup-user', 'sending', 'customer', 'tracking', 'figure', 'search'],
]

/** Modules that read one that comes after them, modules that have no place in the order, and exceptions no longer needed. */
export const checkModuleOrder = (tree: Tree): Offences => {
  const unplaced = new Set<string>()
  const unneeded = new Set(tree.size === 0 ? [] : directionExceptions)
  const backward = codeFiles(tree).flatMap((path) => {
    const from = placeOf(path)
    if (from?.zone !== 'module' || from.slug === undefined || isTest(path)) return []
    const place = moduleOrder.indexOf(from.slug)
    if (place < 0) unplaced.add(from.slug)
    return importsOf(path, tree.get(path) ?? '').flatMap(({ specifier, line }) => {
      const target = resolveSpecifier(path, specifier)
      const to = target === undefined ? undefined : placeOf(target)
      if (to?.zone !== 'module' || to.slug === undefined || moduleOrder.indexOf(to.slug) <= place) return []
      const pair = `${from.slug} → ${to.slug}`
      unneeded.delete(pair)
      return directionExceptions.includes(pair)
        ? []
        : [`${path}:${line} ${from.slug} comes before ${to.slug}: ${specifier}`]
    })
  })
  return [
    ...[...unplaced].map((slug) => `${slug} has no place in the order of modules`),
    ...backward,
    ...[...unneeded].map((pair) => `exceptions.ts: ${pair} is needed no more`),
  ]
}
