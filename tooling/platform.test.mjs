import { describe, expect, test } from 'vitest'
import { machineFacts, whyUnsupported } from './platform.mjs'

const debian = { platform: 'linux', arch: 'x64', node: '20.20.2', glibc: '2.36' }

describe('whyUnsupported', () => {
  test('nothing stands against Linux with glibc and macOS, on x64 and arm64', () => {
    expect(whyUnsupported(debian)).toBeUndefined()
    expect(whyUnsupported({ ...debian, arch: 'arm64', node: '26.10.0' })).toBeUndefined()
    expect(whyUnsupported({ platform: 'darwin', arch: 'arm64', node: '24.0.0', glibc: undefined })).toBeUndefined()
    expect(whyUnsupported({ platform: 'darwin', arch: 'x64', node: '22.0.0', glibc: undefined })).toBeUndefined()
  })

  test('each other machine is told why', () => {
    expect(whyUnsupported({ ...debian, node: '18.19.0' })).toMatch(/Node 20 or newer.*18\.19\.0/)
    expect(whyUnsupported({ ...debian, glibc: undefined })).toMatch(/musl/)
    expect(whyUnsupported({ ...debian, glibc: '2.17' })).toMatch(/glibc 2\.28 or newer.*2\.17/)
    expect(whyUnsupported({ ...debian, arch: 'arm' })).toMatch(/x64 and arm64.*arm/)
    expect(whyUnsupported({ platform: 'win32', arch: 'x64', node: '26.0.0' })).toMatch(/WSL/)
    expect(whyUnsupported({ platform: 'freebsd', arch: 'x64', node: '26.0.0' })).toMatch(/freebsd/)
  })

  test('the machine that runs this test is one of those that do', () => {
    expect(whyUnsupported(machineFacts())).toBeUndefined()
  })
})
