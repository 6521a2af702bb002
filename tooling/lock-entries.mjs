// Entries of package-lock.json's `packages`: place (`node_modules/a`, '' for the project itself) → what stands there.

/** Optional packages that an entry asks for and that have no entry of their own: `{ name, version, dev }` each. */
export function absentPackages(entries) {
  const absent = new Map()
  for (const [place, entry] of Object.entries(entries)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (placesSeenFrom(place).some((folder) => `${folder}${name}` in entries)) continue
      const dev = entry.dev === true && absent.get(name)?.dev !== false
      absent.set(name, { name, version, dev })
    }
  }
  return [...absent.values()]
}

/** The node_modules folders in which Node looks for what the package at `place` asks for. */
function placesSeenFrom(place) {
  const parts = place.split('/')
  return parts
    .map((_part, at) => parts.slice(0, parts.length - at).join('/'))
    .filter((folder) => folder !== '' && !folder.endsWith('node_modules'))
    .map((folder) => `${folder}/node_modules/`)
    .concat('node_modules/')
}

/** The entries with those of the absent packages, in npm's order. */
export function completed(entries) {
  const made = absentPackages(entries).map(({ name, version, dev }) => {
    if (!/^\d+\.\d+\.\d+/.test(version))
      throw new Error(`${name} is asked for as ${version}: no exact version to write`)
    return [`node_modules/${name}`, { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true }]
  })
  return Object.fromEntries([...Object.entries(entries), ...made].sort(([a], [b]) => a.localeCompare(b, 'en')))
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

/**
 * The platform that such a package names itself after (`binding-linux-x64-musl`). A name without one throws: npm would
 * try to fetch the package everywhere.
 */
export function platformOf(name) {
  const parts = name.split(/[/-]/)
  const os = systems.find((system) => parts.includes(system))
  const cpu = processors.find((processor) => parts.includes(processor))
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32')) throw new Error(`${name} names no platform`)
  const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined
  return {
    ...(os === undefined ? {} : { os: [os] }),
    cpu: [cpu],
    ...(os === 'linux' && libc !== undefined ? { libc: [libc] } : {}),
  }
}
