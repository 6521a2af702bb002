import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import { dayInTaipei } from '@kaimai/contract/common/taipei.ts'
import type { UsageExport, UsageQuery, UsageRow } from '@kaimai/contract/payment/cash-flow.schema.ts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'

const words = {
  day: { 'zh-TW': '日期', en: 'Date' },
  hoursBought: { 'zh-TW': '購買時數（小時）', en: 'Hours bought' },
  hoursUsed: { 'zh-TW': '使用時數（小時）', en: 'Hours used' },
  pointsBought: { 'zh-TW': '購買點數', en: 'Points bought' },
  pointsUsed: { 'zh-TW': '使用點數', en: 'Points used' },
} as const satisfies Record<string, Texts>

/** Numbers with two decimals are written as money is: in hundredths. */
const hundredthsOfHour = (seconds: number): number => Math.round(seconds / 36)
const hundredths = (points: number): number => Math.round(points * 100)

/** What of live hours and points was bought and used, by day, as their ledgers have it. */
export const createUsage = ({ db, audit }: Pick<Platform, 'db' | 'audit'>) => {
  const list = async (firmId: string, { from, to }: UsageQuery): Promise<UsageRow[]> => {
    const [first, before] = [new Date(dayInTaipei(from).fromMs), new Date(dayInTaipei(to).toMs)]
    const entries = sql`where "firmId" = ${firmId} and "createdAt" >= ${first} and "createdAt" < ${before}`
    const { rows } = await sql<
      Omit<UsageRow, 'pointsBought' | 'pointsUsed'> & { tenthsBought: number; tenthsUsed: number }
    >`
      select to_char((at at time zone 'UTC') + interval '8 hours', 'YYYY-MM-DD') as day,
        sum("hoursBought")::bigint as "hoursBought", sum("hoursUsed")::bigint as "hoursUsed",
        sum("tenthsBought")::bigint as "tenthsBought", sum("tenthsUsed")::bigint as "tenthsUsed"
      from (
        select "createdAt" as at, case kind when 'topUp' then seconds else 0 end as "hoursBought",
          case kind when 'charge' then -seconds else 0 end as "hoursUsed", 0 as "tenthsBought", 0 as "tenthsUsed"
        from "liveHoursLedger" ${entries} and kind in ('topUp', 'charge')
        union all
        select "createdAt", 0, 0, case kind when 'topUp' then tenths else 0 end,
          case kind when 'topUp' then 0 else -tenths end
        from "pointLedger" ${entries} and kind in ('topUp', 'reserve', 'settle', 'giveBack')
      ) as entry
      group by 1
      having sum("hoursBought") <> 0 or sum("hoursUsed") <> 0 or sum("tenthsBought") <> 0 or sum("tenthsUsed") <> 0
      order by 1 desc`.execute(db.as())
    return rows.map(({ tenthsBought, tenthsUsed, ...row }) => ({
      ...row,
      pointsBought: tenthsBought / 10,
      pointsUsed: tenthsUsed / 10,
    }))
  }

  return {
    list,

    /** That it was taken is on record. */
    sheet: async (by: Actor, { format, from, to }: UsageExport, language: Language): Promise<RawContent> => {
      const rows = await list(by.firmId, { from, to })
      await db.transaction((tx) => audit.record(tx, by, 'order.exportUsage', by.firmId, { from, to }))
      return writeSheet<UsageRow>({
        format,
        name: `usage-${from}-${to}`,
        language,
        rows,
        columns: [
          { key: 'day', title: words.day, value: ({ day }) => day },
          {
            key: 'hoursBought',
            title: words.hoursBought,
            kind: 'money',
            value: ({ hoursBought }) => hundredthsOfHour(hoursBought),
          },
          {
            key: 'hoursUsed',
            title: words.hoursUsed,
            kind: 'money',
            value: ({ hoursUsed }) => hundredthsOfHour(hoursUsed),
          },
          {
            key: 'pointsBought',
            title: words.pointsBought,
            kind: 'money',
            value: ({ pointsBought }) => hundredths(pointsBought),
          },
          {
            key: 'pointsUsed',
            title: words.pointsUsed,
            kind: 'money',
            value: ({ pointsUsed }) => hundredths(pointsUsed),
          },
        ],
      })
    },
  }
}
export type Usage = ReturnType<typeof createUsage>
