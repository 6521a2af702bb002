import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { S3Settings } from '../src/platform/files/s3-store.ts'

// Ends with its standard input, so also when the test's process is killed.
const program = `
const S3rver = require(process.argv[1])
const server = new S3rver({
  directory: process.argv[2], port: 0, address: '127.0.0.1', silent: true,
  configureBuckets: [{ name: 'kaimai', configs: [] }],
})
server.run().then(({ port }) => console.log(port))
process.stdin.resume().on('end', () => process.exit())
`

/** An S3 service (s3rver) of its own with one empty bucket, kept in a temporary folder. */
export const startS3 = async (): Promise<{ settings: S3Settings; stop(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'kaimai-s3-'))
  const s3rver = createRequire(import.meta.url).resolve('s3rver')
  // Its list tokens are ciphered with DES, which OpenSSL 3 calls legacy.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', '-e', program, s3rver, folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const [port] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('s3rver did not start'))),
  ])
  return {
    settings: {
      endpoint: `http://127.0.0.1:${Number(port)}/kaimai`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      temporaryFolder: join(folder, 'copies'),
    },
    stop: async () => {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
