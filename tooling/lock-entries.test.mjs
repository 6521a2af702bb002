import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { absentPackages, completed, platformOf } from './lock-entries.mjs'

describe('package-lock.json', () => {
  test('is whole: npm ci refuses one that leaves out an optional package (node tooling/complete-lock.mjs)', () => {
    const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
    expect(absentPackages(lock.packages).map(({ name }) => name)).toEqual([])
  })
})

describe('absentPackages', () => {
  const asking = { version: '1.0.0', dev: true, optionalDependencies: { '@x/cli-darwin-arm64': '1.0.0' } }

  test('finds what is asked for and has no entry where Node would look', () => {
    const one = [{ name: '@x/cli-darwin-arm64', version: '1.0.0', dev: true }]
    expect(absentPackages({ 'node_modules/@x/cli': asking })).toEqual(one)
    expect(absentPackages({ 'node_modules/@x/cli': asking, 'node_modules/@x/cli-darwin-arm64': {} })).toEqual([])
    const nested = 'node_modules/a/node_modules/@x/cli'
    expect(absentPackages({ [nested]: asking, 'node_modules/a/node_modules/@x/cli-darwin-arm64': {} })).toEqual([])
    expect(absentPackages({ [nested]: asking, 'node_modules/b/node_modules/@x/cli-darwin-arm64': {} })).toEqual(one)
  })

  test('completed leaves nothing absent and changes no other entry', () => {
    const entries = { '': { name: 'kaimai' }, 'node_modules/@x/cli': asking, 'node_modules/a': { version: '2.0.0' } }
    const whole = completed(entries)
    expect(absentPackages(whole)).toEqual([])
    expect(whole).toMatchObject(entries)
    expect(Object.keys(whole)).toHaveLength(4)
  })
})

describe('platformOf', () => {
  test('reads the platform from the name, and refuses one without', () => {
    expect(platformOf('@biomejs/cli-darwin-arm64')).toEqual({ os: ['darwin'], cpu: ['arm64'] })
    expect(platformOf('@oxlint/binding-linux-x64-musl')).toEqual({ os: ['linux'], cpu: ['x64'], libc: ['musl'] })
    expect(platformOf('@oxlint/binding-linux-arm-gnueabihf')).toEqual({ os: ['linux'], cpu: ['arm'], libc: ['glibc'] })
    expect(platformOf('@oxc-parser/binding-win32-ia32-msvc')).toEqual({ os: ['win32'], cpu: ['ia32'] })
    expect(() => platformOf('fsevents')).toThrow(/names no platform/)
  })
})
