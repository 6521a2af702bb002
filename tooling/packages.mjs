import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isForbidden, whileAlone } from './hold.mjs'
import { machineFacts } from './platform.mjs'
import { machineEnv, run, secondsSince } from './run.mjs'

/**
 * Sees to it that the packages are those of package-lock.json. What is installed already is left alone; what must be
 * replaced is kept aside until the new is complete, so that a machine without a network keeps what it had.
 * Throws an Error whose message is meant for the reader.
 */
export async function ensurePackages(root) {
  if (isStamped(root)) return
  await whileAlone(
    root,
    'install',
    'The packages are being installed by another start; waiting for it …',
    async (alsoFor) => {
      if (isStamped(root)) return
      if (isInstalled(root)) discardAside(root)
      else await install(root, alsoFor)
      stamp(root)
    },
  )
}

const lockText = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8')
const lockHash = (root) => createHash('sha256').update(lockText(root)).digest('hex')
const stampFile = (root) => join(root, 'node_modules', '.kaimai-lock')
const hasNode = (root) => existsSync(join(root, 'node_modules', '.bin', 'node'))

function isStamped(root) {
  return hasNode(root) && readOr(stampFile(root), '') === lockHash(root)
}

function stamp(root) {
  try {
    writeFileSync(stampFile(root), lockHash(root))
  } catch (error) {
    // Packages that someone else owns can be used all the same; the next start looks through them again.
    if (!isForbidden(error)) throw error
  }
}

/** Whether what npm says it installed is what the lock asks for (someone may have run `npm ci` by hand). */
function isInstalled(root) {
  const installed = readOr(join(root, 'node_modules', '.package-lock.json'), undefined)
  if (installed === undefined || !hasNode(root)) return false
  return (
    missingPackages(JSON.parse(lockText(root)).packages, JSON.parse(installed).packages, machineFacts()).length === 0
  )
}

/** The places in node_modules that the lock fills and that are empty or hold something else on such a machine. */
export function missingPackages(wanted, installed, machine) {
  return Object.entries(wanted)
    .filter(([place, entry]) => place.includes('node_modules/') && !isSame(installed[place], entry))
    .filter(([place, entry]) => place in installed || !mayBeAbsent(entry, machine))
    .map(([place]) => place)
}

const isSame = (have, want) => have !== undefined && have.version === want.version && have.integrity === want.integrity

function mayBeAbsent(entry, { platform, arch, glibc }) {
  if (!entry.optional && !entry.devOptional) return false
  const libc = platform === 'linux' ? (glibc ? 'glibc' : 'musl') : undefined
  const isFor = (list, value) => list === undefined || value === undefined || list.includes(value)
  const named = entry.os !== undefined || entry.cpu !== undefined
  return !named || !(isFor(entry.os, platform) && isFor(entry.cpu, arch) && isFor(entry.libc, libc))
}

async function install(root, alsoFor) {
  const aside = setAside(root)
  const start = Date.now()
  console.log(
    `Installing the packages (${aside.isUpdate ? 'they changed since the last start' : 'the first time only'}) …`,
  )
  const progress = setInterval(() => console.log(`  still installing, ${secondsSince(start)}`), 15_000)
  const npm = npmCommand()
  // Settings of the machine (production, no scripts, no optional packages) would leave out what the project runs on.
  const { code, output } = await run(
    npm.command,
    [...npm.args, 'ci', '--include=dev', '--include=optional', '--ignore-scripts=false', '--no-audit', '--no-fund'],
    { cwd: root, env: machineEnv({ NODE_ENV: '', ...cacheEnv(root) }), onStart: alsoFor },
  )
  clearInterval(progress)
  if (code !== 0 || !hasNode(root)) {
    aside.restore()
    throw new Error(installFault(output, code, aside.isUpdate))
  }
  discardAside(root)
  const node = await run(join(root, 'node_modules', '.bin', 'node'), ['--version'])
  if (node.code !== 0)
    throw new Error(`The Node that Kaimai runs on was installed, but does not run here:\n${node.output}`)
  console.log(`Packages installed in ${secondsSince(start)}.`)
}

/** npm as the caller runs it, else the one in PATH. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const isNpm = script !== undefined && /npm-cli\.[cm]?js$/.test(script) && existsSync(script)
  if (isNpm && node !== undefined && existsSync(node) && !node.includes('/node_modules/')) {
    return { command: node, args: [script] }
  }
  return { command: 'npm', args: [] }
}

/** npm needs a place for its cache; users without a home of their own (nobody, in containers) have none. */
function cacheEnv(root) {
  if (process.env.npm_config_cache && canWrite(process.env.npm_config_cache)) return {}
  return process.env.HOME && canWrite(join(process.env.HOME, '.npm'))
    ? {}
    : { npm_config_cache: join(root, '.cache', 'npm') }
}

function canWrite(folder) {
  let at = folder
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  try {
    accessSync(at, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const asideFolder = (root) => join(root, '.cache', 'packages-before')

/**
 * Moves the present packages out of npm's way: `npm ci` deletes them before it knows that it can replace them. What a
 * start that was cut short had put aside stays what `restore` brings back.
 */
function setAside(root) {
  const aside = asideFolder(root)
  const names = packageFolders(root)
  const isComplete = existsSync(join(root, 'node_modules', '.package-lock.json'))
  if (!existsSync(aside) && isComplete) {
    mkdirSync(aside, { recursive: true })
    for (const name of names) moveIfThere(join(root, name), join(aside, flat(name)))
  }
  return {
    isUpdate: existsSync(aside),
    restore() {
      if (!existsSync(aside)) return
      for (const name of names) {
        rmSync(join(root, name), { recursive: true, force: true })
        moveIfThere(join(aside, flat(name)), join(root, name))
      }
      rmSync(aside, { recursive: true, force: true })
    },
  }
}

/** Renamed first, so that a deletion cut short is never taken for packages to bring back. */
function discardAside(root) {
  const old = join(root, '.cache', 'packages-old')
  rmSync(old, { recursive: true, force: true })
  moveIfThere(asideFolder(root), old)
  rmSync(old, { recursive: true, force: true })
}

function moveIfThere(from, to) {
  if (existsSync(from)) renameSync(from, to)
}

const flat = (name) => name.replaceAll('/', '+')

const packageFolders = (root) => [
  'node_modules',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/node_modules`),
]

function installFault(output, code, isUpdate) {
  const kept = isUpdate ? '\nWhat was installed before is still there, untouched.' : ''
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const errors = lines.filter((line) => line.startsWith('npm error'))
  const said = (errors.length > 0 ? errors : lines.slice(-12)).slice(0, 12).join('\n')
  return `${installReason(output, code)}${kept}\n\nnpm said:\n${said}`
}

function installReason(output, code) {
  if (code === 127) return 'npm was not found. It comes with Node: https://nodejs.org'
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|network/i.test(output)) {
    return 'The packages could not be fetched: this machine does not reach the npm registry. Is it online?'
  }
  if (/ENOSPC/.test(output)) return 'The packages could not be installed: the disk is full.'
  if (/EACCES|EPERM/.test(output))
    return 'The packages could not be installed: this user may not write into the folder.'
  return 'The packages could not be installed.'
}

function readOr(file, fallback) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return fallback
    throw error
  }
}
