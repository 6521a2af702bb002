import type { Signup, SignupBody } from '@kaimai/contract/signup/signup.routes.ts'
import type { z } from 'zod'
import type { SeriesRow, SessionRow, SignupFormRow } from './signup.tables.ts'

/** A form as its editor gets it. */
export const presentForm = (
  row: SignupFormRow,
  sessions: readonly SessionRow[],
  series: readonly SeriesRow[],
): z.input<typeof Signup> => ({
  ...row.content,
  id: row.id,
  version: row.version,
  signupName: row.name,
  customUrl: row.customUrl,
  pageType: row.pageType,
  orderNoPrefix: row.orderNoPrefix,
  published: row.published,
  sessionInfoList: sessions.map(({ liveId, title, capacity }) => ({ liveId, title, capacity })),
  seriesList: series.map(({ id, title, templateLiveId, capacity, rule }) => ({
    id,
    title,
    templateLiveId,
    capacity,
    rule,
  })),
  createdAt: row.createdAt.toISOString(),
})

/** What is written of it; sessions and series have rows of their own. */
export const writeOf = (body: SignupBody) => {
  const {
    signupName,
    customUrl,
    pageType,
    orderNoPrefix,
    published,
    sessionInfoList: _,
    seriesList: __,
    ...content
  } = body
  return {
    name: signupName,
    customUrl,
    pageType,
    orderNoPrefix,
    published,
    content,
  }
}
