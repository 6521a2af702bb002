import type { LetterValues } from './letter-kind.service.ts'

/** A letter as it is shown to others than its person. */
export const withoutSecrets = <R extends { readonly values: LetterValues }>(
  row: R,
  secrets: readonly string[] = [],
): R => {
  const shown = secrets.map((name) => [name, (row.values[name] ?? '').replace(/#.*$/s, '')] as const)
  return { ...row, values: { ...row.values, ...Object.fromEntries(shown) } }
}
