import type { Language } from '@kaimai/contract/common/language.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import { liveStatusNames, platformNames } from '@kaimai/contract/live/live-names.rules.ts'
import type { z } from 'zod'
import type { SheetColumn } from '../../platform/sheet/sheet-column.ts'
import { type CellValue, writeSheet } from '../../platform/sheet/write-sheet.ts'

type Row = z.input<typeof LiveRow>
type Written = SheetColumn & { readonly value: (row: Row) => CellValue }

/** Columns of an export of lives: what the list shows, one fact a cell. */
const columnsIn = (language: Language): readonly Written[] => [
  { key: 'liveName', title: { 'zh-TW': '直播', en: 'Live' }, width: 40, value: ({ liveName }) => liveName },
  {
    key: 'platformType',
    title: { 'zh-TW': '類型', en: 'Type' },
    width: 14,
    value: ({ platformType }) => platformNames[platformType][language],
  },
  {
    key: 'status',
    title: { 'zh-TW': '狀態', en: 'Status' },
    width: 14,
    value: ({ status }) => liveStatusNames[status][language],
  },
  {
    key: 'beginAt',
    title: { 'zh-TW': '開播時間', en: 'Starts' },
    kind: 'time',
    value: ({ beginAt }) => new Date(beginAt),
  },
  { key: 'endAt', title: { 'zh-TW': '結束時間', en: 'Ends' }, kind: 'time', value: ({ endAt }) => new Date(endAt) },
  { key: 'videoName', title: { 'zh-TW': '影片', en: 'Video' }, width: 32, value: ({ videoName }) => videoName },
  {
    key: 'minutes',
    title: { 'zh-TW': '片長（分鐘）', en: 'Length (minutes)' },
    kind: 'whole',
    width: 14,
    value: ({ videoDuration }) => (videoDuration === null ? null : Math.round(videoDuration / 60_000)),
  },
  { key: 'signups', title: { 'zh-TW': '報名', en: 'Sign-ups' }, kind: 'whole', value: ({ signups }) => signups },
  { key: 'orders', title: { 'zh-TW': '訂單', en: 'Orders' }, kind: 'whole', value: ({ orders }) => orders },
  { key: 'revenue', title: { 'zh-TW': '營收', en: 'Revenue' }, kind: 'money', value: ({ revenue }) => revenue },
  {
    key: 'replayViewers',
    title: { 'zh-TW': '重播觀眾', en: 'Replay viewers' },
    kind: 'whole',
    width: 14,
    value: (row) => row.replayViewers,
  },
]

export const writeLiveSheet = (
  rows: AsyncIterable<Row>,
  { format, language }: { readonly format: SheetFormat; readonly language: Language },
) =>
  writeSheet<Row>({
    format,
    name: language === 'zh-TW' ? '直播' : 'lives',
    language,
    columns: columnsIn(language),
    rows,
  })
