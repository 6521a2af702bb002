import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import type { HoursEntry, LogExport, LogQuery, PointEntry } from '@kaimai/contract/firm/firm-ledger.schema.ts'
import { monthOf } from '@kaimai/contract/firm/firm.rules.ts'
import type { Page } from '@kaimai/contract/common/page.ts'
import type { z } from 'zod'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'

export interface LogSheetsDeps {
  readonly platform: { readonly db: Database; readonly clock: Clock; readonly audit: Audit }
  readonly hoursLog: (firmId: string, query: z.output<typeof LogQuery>) => Promise<Page<HoursEntry>>
  readonly pointLog: (firmId: string, query: z.output<typeof LogQuery>) => Promise<Page<PointEntry>>
}

/** Lines of one month: a file holds them all. */
const everyLine = 100_000

const hoursLabel: Readonly<Record<HoursEntry['kind'], Texts>> = {
  charge: { 'zh-TW': '直播觀看', en: 'Live watch time' },
  topUp: { 'zh-TW': '加值', en: 'Top-up' },
  expiry: { 'zh-TW': '到期歸零', en: 'Expired' },
  correction: { 'zh-TW': '人工調整', en: 'Manual adjustment' },
  extension: { 'zh-TW': '延長期限', en: 'Expiry extended' },
}
const pointLabel: Readonly<Record<PointEntry['kind'], Texts>> = {
  topUp: { 'zh-TW': '加值', en: 'Top-up' },
  reserve: { 'zh-TW': '發送預扣', en: 'Reserved for sending' },
  settle: { 'zh-TW': '發送結算', en: 'Charged for sending' },
  giveBack: { 'zh-TW': '未送達退回', en: 'Refunded, not delivered' },
  expiry: { 'zh-TW': '到期歸零', en: 'Expired' },
  correction: { 'zh-TW': '人工調整', en: 'Manual adjustment' },
}
const words = {
  at: { 'zh-TW': '時間', en: 'Time' },
  kind: { 'zh-TW': '項目', en: 'Item' },
  live: { 'zh-TW': '直播', en: 'Live' },
  note: { 'zh-TW': '說明', en: 'Note' },
  hours: { 'zh-TW': '增減（小時）', en: 'Change (hours)' },
  hoursLeft: { 'zh-TW': '餘額（小時）', en: 'Balance (hours)' },
  points: { 'zh-TW': '增減（點）', en: 'Change (points)' },
  pointsLeft: { 'zh-TW': '餘額（點）', en: 'Balance (points)' },
} as const satisfies Record<string, Texts>

/** Numbers with two decimals are written as money is: in hundredths. */
const hundredthsOfHour = (seconds: number): number => Math.round(seconds / 36)
const hundredths = (points: number): number => Math.round(points * 100)

/** The logs as files. Each taking is on record. */
export const createLogSheets = ({ platform, hoursLog, pointLog }: LogSheetsDeps) => {
  const { db, clock, audit } = platform
  type Request = z.output<typeof LogExport>
  const noted = (by: Actor, what: string, month: string, count: number) =>
    db.transaction((tx) => audit.record(tx, by, 'firm.export', what, { month, count }))
  const monthFor = (request: Request) => request.month ?? monthOf(clock.ms())

  return {
    hours: async (by: Actor, request: Request, language: Language): Promise<RawContent> => {
      const month = monthFor(request)
      const { items } = await hoursLog(by.firmId, { month, limit: everyLine })
      await noted(by, 'live_hours_log', month, items.length)
      return writeSheet<HoursEntry>({
        format: request.format,
        name: `live-hours-${month}`,
        language,
        rows: items,
        columns: [
          { key: 'at', title: words.at, kind: 'time', value: ({ at }) => new Date(at) },
          { key: 'kind', title: words.kind, value: ({ kind }) => hoursLabel[kind][language] },
          { key: 'live', title: words.live, value: ({ liveName }) => liveName },
          { key: 'hours', title: words.hours, kind: 'money', value: ({ seconds }) => hundredthsOfHour(seconds) },
          { key: 'balance', title: words.hoursLeft, kind: 'money', value: ({ balance }) => hundredthsOfHour(balance) },
        ],
      })
    },

    points: async (by: Actor, request: Request, language: Language): Promise<RawContent> => {
      const month = monthFor(request)
      const { items } = await pointLog(by.firmId, { month, limit: everyLine })
      await noted(by, 'point_log', month, items.length)
      return writeSheet<PointEntry>({
        format: request.format,
        name: `points-${month}`,
        language,
        rows: items,
        columns: [
          { key: 'at', title: words.at, kind: 'time', value: ({ at }) => new Date(at) },
          { key: 'kind', title: words.kind, value: ({ kind }) => pointLabel[kind][language] },
          { key: 'note', title: words.note, value: ({ note }) => note },
          { key: 'points', title: words.points, kind: 'money', value: ({ points }) => hundredths(points) },
          { key: 'balance', title: words.pointsLeft, kind: 'money', value: ({ balance }) => hundredths(balance) },
        ],
      })
    },
  }
}
export type LogSheets = ReturnType<typeof createLogSheets>
