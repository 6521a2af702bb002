import { slotKey, slotsOf, slotsShown } from '@kaimai/contract/signup/series.rules.ts'
import type { SignupFields } from './form-values.ts'
import type { SessionOffer } from './signup.api.ts'

/** A session as the preview shows it. */
export interface PreviewSession {
  readonly key: string
  readonly title: string
  /** ISO. */
  readonly beginAt: string
  readonly capacity: number | null
}

/** Lives still to come and the next slots of series, as a visitor will find them. */
export const previewSessions = (values: SignupFields, offer: SessionOffer, nowMs: number): PreviewSession[] => {
  const ofLives = values.sessionInfoList.flatMap(({ liveId, title, capacity }) => {
    const live = offer.lives.find((each) => each.liveId === liveId)
    return live ? [{ key: liveId, title: title || live.liveName, beginAt: live.beginAt, capacity }] : []
  })
  const ofSeries = values.seriesList.flatMap(({ id, title, templateLiveId, capacity, rule }) => {
    const template = offer.templates.find(({ liveId }) => liveId === templateLiveId)
    if (!template || !offer.hoursLeft) return []
    return slotsOf(rule, nowMs, slotsShown[rule.kind]).map((slot) => ({
      key: slotKey(id, slot),
      title: title || template.liveName,
      beginAt: new Date(slot).toISOString(),
      capacity,
    }))
  })
  return [...ofLives, ...ofSeries].toSorted((a, b) => Date.parse(a.beginAt) - Date.parse(b.beginAt))
}
