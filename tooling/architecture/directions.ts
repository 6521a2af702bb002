import { type Place, placeOf, type Zone } from './places.ts'
import { importsOf, resolveSpecifier } from './source.ts'
import { codeFiles, isTest, type Offences, type Tree } from './tree.ts'

const contract = ['contract-common', 'contract'] as const
/** Lists of all features: for what prints, mounts or walks everything. */
const whole = [...contract, 'contract-whole'] as const
const server = [...whole, 'platform', 'module', 'surfaces', 'server-app', 'seed', 'migrations'] as const
const web = [...contract, 'ui', 'lib', 'resource-pages', 'feature', 'web-app'] as const

/** What each zone may read (style.md, Direction). Of its own feature a file may read all. */
const mayRead: Readonly<Record<Zone, readonly Zone[]>> = {
  'contract-common': ['contract-common'],
  contract,
  'contract-whole': whole,
  platform: ['contract-common', 'platform'],
  module: [...contract, 'platform', 'module'],
  surfaces: [...whole, 'platform', 'module', 'surfaces'],
  'server-app': server,
  seed: [...whole, 'platform', 'module', 'server-app', 'seed'],
  migrations: ['migrations'],
  'server-test': [...server, 'server-test'],
  'server-build': ['server-build'],
  ui: ['ui'],
  lib: [...contract, 'lib'],
  'resource-pages': ['contract-common', 'lib', 'ui', 'resource-pages'],
  feature: [...contract, 'lib', 'ui', 'resource-pages', 'feature'],
  'web-app': web,
  'web-build': [...web, 'web-build'],
  'web-test': [...web, 'web-test'],
  e2e: [...server, 'server-test', 'web-build', 'e2e'],
  bench: [...server, 'server-test', 'e2e', 'bench'],
  tooling: [...whole, 'web-build', 'server-test', 'tooling'],
}

/** Tests use the front door and what stands beside it: more than their zone may, never the other side. */
const testsMayRead: Readonly<Partial<Record<Zone, readonly Zone[]>>> = {
  platform: mayRead['server-test'],
  module: mayRead['server-test'],
  surfaces: mayRead['server-test'],
  'server-app': mayRead['server-test'],
  seed: mayRead['server-test'],
  migrations: mayRead['server-test'],
  lib: mayRead['web-test'],
  'resource-pages': mayRead['web-test'],
  feature: mayRead['web-test'],
  'web-app': mayRead['web-test'],
}

/**
 * Slugs that are built on the inside of an earlier one: what one subject was, in folders of their own. They read it, it
 * never reads them.
 */
const builtOn: Readonly<Record<string, readonly string[]>> = {
  // Members are who can log in: accounts, sessions and their letters are those of auth.
  member: ['auth'],
  // A room counts presence, and is made of viewers.
  room: ['live-hours', 'viewer'],
  viewer: ['live-hours'],
  // What was in a room, read again; and the room as the staff has it.
  replay: ['room', 'live-hours'],
  'control-room': ['room', 'replay', 'live-hours', 'viewer'],
  // The people of a form's sign-ups.
  'signup-user': ['signup'],
  // Templates are texts of letters: of their types, and by their words.
  'letter-template': ['letter'],
  // The settings show the members.
  firm: ['member'],
}

/** Of another feature's folder: on the server its events and its service's types, on the web its calls and its picker. */
const fromOtherFeature = (zone: Zone, target: string, typeOnly: boolean): string | undefined => {
  if (zone === 'module') {
    if (!/\.(service|events)\.ts$/.test(target)) return "reads another module's inside; only its .service and .events"
    return typeOnly || target.endsWith('.events.ts')
      ? undefined
      : 'takes another module itself; app.ts hands it in, so import its type only'
  }
  if (zone === 'feature' && !/(\.api\.tsx?|-picker\.tsx)$/.test(target)) {
    return "reads another feature's inside; only its .api and its -picker"
  }
  return undefined
}

const isBuiltOn = (from: Place, to: Place): boolean =>
  from.slug !== undefined && to.slug !== undefined && builtOn[from.slug]?.includes(to.slug) === true

/** Imports against the direction of style.md. Imports of types count as any other. */
export const checkDirections = (tree: Tree): Offences =>
  codeFiles(tree).flatMap((path) => {
    const from = placeOf(path)
    if (from === undefined) return []
    const allowed = (isTest(path) ? testsMayRead[from.zone] : undefined) ?? mayRead[from.zone]
    return importsOf(path, tree.get(path) ?? '').flatMap(({ specifier, line, typeOnly }) => {
      const target = resolveSpecifier(path, specifier)
      const to = target === undefined ? undefined : placeOf(target)
      if (target === undefined || to === undefined) return []
      if (!allowed.includes(to.zone)) return [`${path}:${line} ${from.zone} may not read ${to.zone}: ${specifier}`]
      if (isTest(path) || from.slug === to.slug || from.zone !== to.zone) return []
      if (isBuiltOn(from, to)) return []
      const reason = fromOtherFeature(from.zone, target, typeOnly)
      return reason === undefined ? [] : [`${path}:${line} ${reason}: ${specifier}`]
    })
  })

/** Files that stand in no room of the layout would escape every rule about rooms. */
export const checkPlaces = (tree: Tree): Offences =>
  codeFiles(tree)
    .filter((path) => placeOf(path) === undefined)
    .map((path) => `${path}: stands outside the layout of style.md`)

/** The contract depends on the schema library alone: no I/O, no React, no Fastify. */
export const checkContractPackages = (tree: Tree): Offences =>
  codeFiles(tree)
    .filter((path) => path.startsWith('packages/contract/src/') && !isTest(path))
    .flatMap((path) =>
      importsOf(path, tree.get(path) ?? '')
        .filter(({ specifier }) => resolveSpecifier(path, specifier) === undefined && !isSchemaLibrary(specifier))
        .map(({ specifier, line }) => `${path}:${line} the contract may use zod alone: ${specifier}`),
    )

const isSchemaLibrary = (specifier: string): boolean => specifier === 'zod' || specifier.startsWith('zod/')
