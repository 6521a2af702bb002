import { readDuration } from '@kaimai/contract/common/time.ts'
import type { App } from '../src/app.ts'
import { operatorOf } from '../src/platform/audit/audit.ts'
import { newId } from '../src/platform/ids.ts'
import type { Platform } from '../src/platform/platform.ts'
import { demoContent } from './content.ts'

const dayMs = 86_400_000

const secondsOf = (hours: string): number => {
  const seconds = readDuration(hours.replace('-', '')) ?? 0
  return hours.startsWith('-') ? -seconds : seconds
}

/** What the demo firm has set, and three months of its hours and points. */
export const fillSettings = async (app: App, platform: Platform, firmId: string): Promise<void> => {
  const { settings, hoursPast, pointsPast, deliveryMethods } = demoContent
  await app.services.settings.change(operatorOf(firmId), { ...settings, deliveryMethods: [...deliveryMethods] })
  const at = (daysAgo: number) => new Date(platform.clock.ms() - daysAgo * dayMs)
  for (const [place, { daysAgo, kind, hours }] of hoursPast.entries())
    await platform.db.raw(
      `insert into live_hours_ledger (id, firm_id, period, seconds, kind, created_at) values ($1, $2, $3, $4, $5, $6)`,
      [newId(), firmId, `demo-${place}`, secondsOf(hours), kind, at(daysAgo)],
    )
  for (const [place, { daysAgo, kind, tenths, note }] of pointsPast.entries())
    await platform.db.raw(
      `insert into "pointLedger" (id, "firmId", kind, key, tenths, note, "createdAt") values ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), firmId, kind, `demo-${place}`, tenths, note, at(daysAgo)],
    )
}
