import { importsOf, resolveSpecifier } from './source.ts'
import { codeFiles, type Offences, type Tree } from './tree.ts'

/**
 * Files that read each other in a circle, one line per circle (Tarjan's strongly connected components). A worker's
 * file starts on its own and closes no circle.
 */
export const checkCycles = (tree: Tree): Offences => {
  const targets = new Map(
    codeFiles(tree).map((path) => [
      path,
      importsOf(path, tree.get(path) ?? '')
        .filter(({ worker }) => !worker)
        .flatMap(({ specifier }) => resolveSpecifier(path, specifier) ?? [])
        .filter((target) => target !== path && tree.has(target)),
    ]),
  )
  const order = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  const visit = (path: string): number => {
    const own = order.size
    order.set(path, own)
    stack.push(path)
    let low = own
    for (const target of targets.get(path) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low)
    }
    if (low === own) {
      const circle = stack.splice(stack.indexOf(path))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return low
  }
  for (const path of targets.keys()) if (!order.has(path)) visit(path)
  return circles.map((circle) => `these read each other in a circle: ${circle.join(', ')}`)
}
