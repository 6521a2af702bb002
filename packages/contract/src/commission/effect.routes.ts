import { z } from 'zod'
import { firm, partnerSession } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { DayEffect, EffectPeriod, FormEffect, LinkEffect } from './effect.schema.ts'

/** What came by links of partners, by day, link and form. */
export const effectRoutes = defineRoutes('console', {
  firmByDay: {
    method: 'GET',
    path: '/partner/firm_association_time_search',
    summary: 'What came by partner links on each day of a period: of all, of one partner, or of one link.',
    access: firm('association'),
    query: EffectPeriod.safeExtend({ partnerId: Id.optional(), associationId: Id.optional() }),
    answer: z.array(DayEffect),
  },
  firmByLink: {
    method: 'GET',
    path: '/partner/association_effect_list',
    summary: 'What came by each partner link in a period, those with the most sales first.',
    access: firm('association'),
    query: EffectPeriod.safeExtend({ partnerId: Id.optional() }),
    answer: z.array(LinkEffect),
    added: true,
  },
  firmByForm: {
    method: 'GET',
    path: '/partner/firm_signup_effect_list',
    summary: 'What came by partner links to each form in a period.',
    access: firm('association'),
    query: EffectPeriod,
    answer: z.array(FormEffect),
  },
  partnerByLink: {
    method: 'GET',
    path: '/partner_association_effect_list',
    summary: "What came by each of a partner's own links in a period.",
    access: partnerSession,
    query: EffectPeriod,
    answer: z.array(LinkEffect),
  },
  partnerByDay: {
    method: 'GET',
    path: '/partner_association_time_search',
    summary: "What came by a partner's own links on each day of a period: of all, or of one.",
    access: partnerSession,
    query: EffectPeriod.safeExtend({ associationId: Id.optional() }),
    answer: z.array(DayEffect),
  },
})
