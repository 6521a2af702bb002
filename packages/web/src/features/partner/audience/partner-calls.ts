import type { OwnLink } from '@kaimai/contract/association/own-link.routes.ts'
import { ownLinkRoutes } from '@kaimai/contract/association/own-link.routes.ts'
import type { DayEffect, LinkEffect } from '@kaimai/contract/commission/effect.schema.ts'
import { effectRoutes } from '@kaimai/contract/commission/effect.routes.ts'
import type { OwnCommission, OwnStatement } from '@kaimai/contract/commission/own-commission.routes.ts'
import { ownCommissionRoutes } from '@kaimai/contract/commission/own-commission.routes.ts'
import type { Page } from '@kaimai/contract/common/page.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import type { OwnPartner } from '@kaimai/contract/partner/partner.schema.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { browserClock } from '../../../lib/clock/clock.ts'
import { call } from '../../../lib/http/http.ts'

// The session is a cookie that no script reads: the browser sends it along by itself.
const quiet = { quiet: true }

export const readPartner = (): Promise<OwnPartner> => call(partnerSessionRoutes.show, {}, quiet)

export const logIn = async (partnerId: string, email: string, password: string): Promise<void> => {
  await call(partnerSessionRoutes.login, { body: { partnerId, email, password } }, quiet)
}

export const logOut = async (): Promise<void> => {
  await call(partnerSessionRoutes.end, {}, quiet)
}

export const setPassword = async (partnerId: string, token: string, password: string): Promise<void> => {
  await call(partnerSessionRoutes.setPassword, { body: { partnerId, token, password } }, quiet)
}

/** So many days in Taipei until today, today included. */
const lastDays = (days: number): { from: string; to: string } => {
  const nowMs = browserClock.now()
  return { from: taipeiDay(nowMs - (days - 1) * 86_400_000), to: taipeiDay(nowMs) }
}

/** Days on which something came, the first one first. */
export const readDays = (days: number): Promise<DayEffect[]> =>
  call(effectRoutes.partnerByDay, { query: lastDays(days) }, quiet)

export interface LinkWithEffect {
  readonly link: OwnLink
  /** Of the last 30 days. */
  readonly effect: LinkEffect | undefined
}

export const readLinks = async (): Promise<readonly LinkWithEffect[]> => {
  const [links, effects] = await Promise.all([
    call(ownLinkRoutes.list, {}, quiet),
    call(effectRoutes.partnerByLink, { query: lastDays(30) }, quiet),
  ])
  return links.map((link) => ({ link, effect: effects.find(({ associationId }) => associationId === link.id) }))
}

export const readCommissions = (cursor: string | undefined): Promise<Page<OwnCommission>> =>
  call(ownCommissionRoutes.list, { query: cursor === undefined ? {} : { cursor } }, quiet)

export const readStatements = (cursor: string | undefined): Promise<Page<OwnStatement>> =>
  call(ownCommissionRoutes.statements, { query: cursor === undefined ? {} : { cursor } }, quiet)
