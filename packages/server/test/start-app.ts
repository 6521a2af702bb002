import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../src/app.ts'
import { type ManualClock, manualClock } from '../src/platform/clock.ts'
import type { Bus } from '../src/platform/bus/bus.ts'
import type { Database } from '../src/platform/db/database.ts'
import { readEnvironment } from '../src/platform/environment.ts'
import type { Log } from '../src/platform/log/log.ts'
import { openPlatform, type Platform } from '../src/platform/platform.ts'
import type { DiskSpace } from '../src/platform/ports/disk-space.ts'

/** A terabyte: what is free on the machine that tests decides nothing. */
const ampleDisk: DiskSpace = { freeBytes: async () => 1024 ** 4 }

/** Some hundred files, read and kept again by each app: what they hold is for the journeys. */
const noAssets = { serve: () => false, size: () => 0 }

/** The whole program on a database, with a folder of its own and a clock that stands until it is moved. */
export const startApp = async ({
  db,
  log,
  environment: given = {},
  startAt = '2026-11-20T12:00:00Z',
  diskSpace = ampleDisk,
  bus,
}: {
  db: Database
  log: Log
  environment?: Record<string, string>
  startAt?: string
  diskSpace?: DiskSpace
  bus?: Bus
}): Promise<{ app: App; platform: Platform; clock: ManualClock; end: () => Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kaimai-test-'))
  const clock = manualClock(startAt)
  const environment = readEnvironment({
    KAIMAI_DATA: dataDir,
    PORT: '0',
    KAIMAI_DEMO: '0',
    LOG_LEVEL: 'silent',
    ...given,
  })
  const passwordCost = { memoryCost: 8, timeCost: 1 }
  const platform = await openPlatform({
    environment,
    log,
    clock,
    db,
    passwordCost,
    ticks: false,
    diskSpace,
    ...(bus === undefined ? {} : { bus }),
  })
  const app = await createApp({ platform, environment, assets: noAssets })
  await app.start()
  await app.http.ready()
  return {
    app,
    platform,
    clock,
    end: async () => {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
