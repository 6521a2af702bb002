/** Where a file stands, and which feature it belongs to. */
export interface Place {
  readonly zone: Zone
  readonly slug?: string
}

const zonePatterns = [
  ['contract-common', /^packages\/contract\/src\/common\//],
  ['contract', /^packages\/contract\/src\/([^/]+)\//],
  ['contract-whole', /^packages\/contract\/src\/[^/]+$/],
  ['platform', /^packages\/server\/src\/platform\//],
  ['module', /^packages\/server\/src\/modules\/([^/]+)\//],
  ['surfaces', /^packages\/server\/src\/surfaces\//],
  ['server-app', /^packages\/server\/src\/[^/]+$/],
  ['seed', /^packages\/server\/seed\//],
  ['migrations', /^packages\/server\/migrations\//],
  ['server-test', /^packages\/server\/test\//],
  ['server-build', /^packages\/server\/[^/]+$/],
  ['ui', /^packages\/web\/src\/ui\//],
  ['resource-pages', /^packages\/web\/src\/resource\//],
  ['lib', /^packages\/web\/src\/lib\//],
  ['feature', /^packages\/web\/src\/features\/([^/]+)\//],
  ['web-app', /^packages\/web\/src\/(?:app\/|[^/]+$)/],
  ['web-build', /^packages\/web\/[^/]+$/],
  ['web-test', /^packages\/web\/test\//],
  ['e2e', /^e2e\//],
  ['bench', /^bench\//],
  ['tooling', /^tooling\//],
] as const

export type Zone = (typeof zonePatterns)[number][0]

export const placeOf = (path: string): Place | undefined => {
  for (const [zone, pattern] of zonePatterns) {
    const match = pattern.exec(path)
    if (match) return match[1] === undefined ? { zone } : { zone, slug: match[1] }
  }
  return undefined
}
