import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { machineEnv, root, run } from './run.mjs'

/**
 * What the suites need beside the packages. `find` gives the place where it stands, or undefined; `apt` are Debian's
 * packages that bring it, `brew` is what to say on macOS.
 */
export const needs = {
  chromium: {
    title: 'Chromium',
    find: findChromium,
    // Without windows of its own it opens a page for half of what the whole browser takes.
    apt: ['chromium-headless-shell'],
    brew: 'brew install --cask chromium',
  },
  ffmpeg: { title: 'ffmpeg', find: () => findCommand(['ffmpeg']), apt: ['ffmpeg'], brew: 'brew install ffmpeg' },
  postgres: {
    title: 'PostgreSQL (15 or newer)',
    find: () => findCommand(['initdb'], postgresFolders()),
    apt: ['postgresql'],
    brew: 'brew install postgresql',
  },
  redis: {
    title: 'Redis',
    find: () => findCommand(['redis-server']),
    apt: ['redis-server'],
    brew: 'brew install redis',
  },
  fonts: {
    title: 'fonts with Chinese and emoji',
    find: findFonts,
    apt: ['fontconfig', 'fonts-noto-cjk', 'fonts-noto-color-emoji'],
    brew: 'macOS brings them',
  },
}

/**
 * Sees to it that all of `names` are on this machine: by apt-get where this user may, else it throws an Error that
 * names what is missing and how to get it. Where all is there it does nothing. Answers the path of each, by name.
 */
export async function ensureNeeds(names) {
  let paths = await findAll(names)
  const missing = names.filter((name) => paths[name] === undefined)
  if (missing.length === 0) return paths
  const titles = missing.map((name) => needs[name].title).join(', ')
  const apt = await aptCommand()
  if (apt === undefined) throw new Error(howToGet(missing, titles))
  console.log(`Installing ${titles} (the first time only) …`)
  await install(apt, missing)
  paths = await findAll(names)
  const still = names.filter((name) => paths[name] === undefined)
  if (still.length > 0) {
    throw new Error(`Installed, but not found: ${still.map((name) => needs[name].title).join(', ')}.`)
  }
  return paths
}

async function findAll(names) {
  const paths = await Promise.all(names.map(async (name) => [name, await needs[name].find()]))
  return Object.fromEntries(paths)
}

async function install(apt, missing) {
  await aptGet(apt, ['update'])
  // Ubuntu's chromium is a snap, which containers and build machines can't run.
  const byPlaywright = isUbuntu() && missing.includes('chromium')
  const packages = missing.filter((name) => !(byPlaywright && name === 'chromium')).flatMap((name) => needs[name].apt)
  if (packages.length > 0) await aptGet(apt, ['install', '--yes', '--no-install-recommends', ...packages])
  if (!byPlaywright) return
  const { code, output } = await run('node', [playwrightScript(), 'install', '--with-deps', 'chromium'])
  if (code !== 0) throw new Error(`Chromium could not be installed:\n${output}`)
}

const attempts = 6

/** apt-get, tried again while another apt holds its locks or the line drops. */
async function aptGet([command, ...before], args) {
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3', '-q']
  for (let attempt = 1; ; attempt++) {
    const { code, output } = await run(command, [...before, ...options, ...args], {
      env: machineEnv({ DEBIAN_FRONTEND: 'noninteractive' }),
      cwd: '/',
    })
    if (code === 0) return
    const mayPass = /Could not get lock|is held by process|Temporary failure|Failed to fetch|Unable to fetch/i.test(
      output,
    )
    if (!mayPass || attempt === attempts) throw new Error(`apt-get ${args[0]} failed:\n${output.trim()}`)
    await new Promise((resolve) => setTimeout(resolve, 10_000))
  }
}

/** How this user may run apt-get, or undefined where they may not. */
async function aptCommand() {
  if (process.platform !== 'linux' || findCommand(['apt-get']) === undefined) return undefined
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  if (process.getuid() === 0) return apt
  if (findCommand(['sudo']) === undefined) return undefined
  const { code } = await run('sudo', ['-n', 'true'], { env: machineEnv() })
  return code === 0 ? ['sudo', '-n', ...apt] : undefined
}

function howToGet(missing, titles) {
  const how =
    process.platform === 'darwin'
      ? missing.map((name) => needs[name].brew).join('\n  ')
      : `sudo apt-get install ${missing.flatMap((name) => needs[name].apt).join(' ')}   (Debian; elsewhere the like)`
  return `The tests need what this machine does not have, and this user may not install it: ${titles}.\n  ${how}`
}

/** Folders where programs stand, beside those of PATH: some distributions leave them out of a plain user's. */
const programFolders = () => [...process.env.PATH.split(delimiter), '/usr/local/bin', '/usr/bin', '/usr/sbin', '/sbin']

function findCommand(names, folders = []) {
  for (const folder of [...programFolders(), ...folders]) {
    for (const name of names) {
      const path = join(folder, name)
      if (canRun(path)) return path
    }
  }
  return undefined
}

function canRun(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian and Homebrew keep PostgreSQL's programs out of PATH; the newest version first. */
function postgresFolders() {
  const found = []
  for (const [parent, pattern] of [
    ['/usr/lib/postgresql', /^\d+$/],
    ['/opt/homebrew/opt', /^postgresql/],
    ['/usr/local/opt', /^postgresql/],
  ]) {
    if (!existsSync(parent)) continue
    const names = readdirSync(parent).filter((name) => pattern.test(name))
    names.sort((a, b) => Number.parseInt(b.replace(/\D/g, ''), 10) - Number.parseInt(a.replace(/\D/g, ''), 10))
    found.push(...names.map((name) => join(parent, name, 'bin')))
  }
  return found
}

function findChromium() {
  const found = findCommand([
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ])
  // Ubuntu's script of that name only says that a snap is wanted.
  if (found !== undefined && !isSnapStub(found)) return found
  const apps = ['/Applications/Chromium.app/Contents/MacOS/Chromium']
  apps.push('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
  return [...apps, ...playwrightChromium()].find(canRun)
}

const isSnapStub = (path) => {
  const text = readFileSync(path).subarray(0, 4096).toString('latin1')
  return text.startsWith('#!') && text.includes('snap') && !existsSync('/snap/bin/chromium')
}

const playwrightScript = () => join(root, 'node_modules', 'playwright-core', 'cli.js')

function playwrightChromium() {
  if (!existsSync(playwrightScript())) return []
  const { chromium } = createRequire(join(root, 'package.json'))('playwright-core')
  return [chromium.executablePath()]
}

async function findFonts() {
  if (process.platform === 'darwin') return 'macOS'
  const list = findCommand(['fc-list'])
  if (list === undefined) return undefined
  const [chinese, emoji] = await Promise.all([
    run(list, [':lang=zh-tw', 'file']),
    run(list, [':lang=und-zsye', 'file']),
  ])
  return chinese.output.trim() && emoji.output.trim() ? list : undefined
}

function isUbuntu() {
  if (!existsSync('/etc/os-release')) return false
  return /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
