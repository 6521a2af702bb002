import { describe, expect, test } from 'vitest'
import { missingPackages } from './packages.mjs'

const debian = { platform: 'linux', arch: 'x64', glibc: '2.36' }
const one = { version: '1.0.0', integrity: 'sha512-a' }
const missing = (wanted, installed, machine = debian) => missingPackages(wanted, installed, machine)

describe('missingPackages', () => {
  test('is empty when each place holds what the lock says', () => {
    expect(missing({ '': {}, 'packages/web': {}, 'node_modules/a': one }, { 'node_modules/a': one })).toEqual([])
  })

  test('names a place that is empty, older, or holds other bytes', () => {
    expect(missing({ 'node_modules/a': one }, {})).toEqual(['node_modules/a'])
    expect(missing({ 'node_modules/a': one }, { 'node_modules/a': { ...one, version: '0.9.0' } })).toHaveLength(1)
    expect(missing({ 'node_modules/a': one }, { 'node_modules/a': { ...one, integrity: 'sha512-b' } })).toHaveLength(1)
    expect(missing({ 'packages/web/node_modules/a': one }, {})).toEqual(['packages/web/node_modules/a'])
  })

  test('passes over what is optional and for another machine only', () => {
    const other = { ...one, optional: true, os: ['darwin'], cpu: ['arm64'] }
    const musl = { ...one, optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] }
    const mine = { ...one, optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] }
    const wasm = { ...one, optional: true }
    const wanted = { 'node_modules/o': other, 'node_modules/m': musl, 'node_modules/w': wasm, 'node_modules/x': mine }
    expect(missing(wanted, {})).toEqual(['node_modules/x'])
    expect(missing(wanted, {}, { platform: 'darwin', arch: 'arm64', glibc: undefined })).toEqual(['node_modules/o'])
  })

  test('an older optional package that is there is not passed over', () => {
    const wanted = { 'node_modules/w': { ...one, optional: true } }
    expect(missing(wanted, { 'node_modules/w': { ...one, version: '0.1.0' } })).toEqual(['node_modules/w'])
  })
})
