import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog, testDatabase } from '../../test/database.ts'
import { readEnvironment } from './environment.ts'
import { createPasswords, strongCost } from './passwords.ts'
import { openPlatform } from './platform.ts'

const low = { memoryCost: 8, timeCost: 1 }

test('PLATFORM-17 A password is stored as argon2id, and only it is right', async () => {
  const passwords = createPasswords(low)
  const kept = await passwords.hash('correct horse')
  expect(kept).toMatch(/^\$argon2id\$/)
  expect(kept).not.toContain('horse')
  expect(await passwords.isRight('correct horse', kept)).toBe(true)
  expect(await passwords.isRight('correct Horse', kept)).toBe(false)
  expect(await passwords.isRight('correct horse', undefined)).toBe(false)
  expect(await passwords.isRight('correct horse', 'no hash')).toBe(false)
  // Who was registered at another cost still comes in.
  expect(await createPasswords().isRight('correct horse', kept)).toBe(true)
})

test('PLATFORM-18 What is opened without a word about the cost hashes at 19 MiB and two passes', async () => {
  expect(strongCost).toEqual({ memoryCost: 19_456, timeCost: 2 })
  const dataDir = await mkdtemp(join(tmpdir(), 'kaimai-passwords-'))
  const environment = readEnvironment({ KAIMAI_DATA: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
  const platform = await openPlatform({ environment, log: silentLog, db: await testDatabase() })
  try {
    expect(await platform.passwords.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  } finally {
    await platform.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  for (const program of ['main.ts', 'operator.ts'])
    expect(readFileSync(new URL(`../${program}`, import.meta.url), 'utf8')).not.toContain('passwordCost')
})
