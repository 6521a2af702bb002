import { lineAt, type Offences, type Tree } from './tree.ts'

const shorthand = /(?<=[{;\s])font:\s*([^;}]*)/g

/** `font` without a family is no value: a browser leaves out the whole of it, size and weight too, without a word. */
export const checkFontShorthands = (tree: Tree): Offences =>
  [...tree]
    .filter(([path]) => path.endsWith('.css'))
    .flatMap(([path, text]) =>
      [...text.matchAll(shorthand)]
        .filter(([, value = '']) => !/inherit|serif|monospace|var\(--(?:font|mono)\)/.test(value))
        .map(({ 0: found, index }) => `${path}:${lineAt(text, index)} ${found} has no family`),
    )
