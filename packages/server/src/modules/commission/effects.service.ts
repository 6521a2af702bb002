import type { DayEffect, EffectFigures, FormEffect, LinkEffect } from '@kaimai/contract/commission/effect.schema.ts'
import { dayInTaipei } from '@kaimai/contract/common/taipei.ts'
import type { AssociationService } from '../association/association.service.ts'
import type { EffectRow, EffectStore } from './effects.store.ts'

export interface EffectsDeps {
  readonly store: EffectStore
  readonly associations: Pick<AssociationService, 'named'>
  /** Forms of the firm, also removed ones. */
  readonly forms: (firmId: string, ids: readonly string[]) => Promise<readonly { id: string; title: string }[]>
}

export interface EffectsWanted {
  /** Days in Taipei, both included. */
  readonly from: string
  readonly to: string
  readonly partnerId?: string | undefined
  readonly associationId?: string | undefined
}

const nothing: EffectFigures = { clicks: 0, signups: 0, orders: 0, sales: 0, commission: 0, reversed: 0 }

const sumOf = (rows: readonly EffectRow[]): EffectFigures =>
  rows.reduce(
    (sum, row) => ({
      clicks: sum.clicks + row.clicks,
      signups: sum.signups + row.signups,
      orders: sum.orders + row.orders,
      sales: sum.sales + row.sales,
      commission: sum.commission + row.commission,
      reversed: sum.reversed + row.reversed,
    }),
    nothing,
  )

/** What came by partners' links. */
export const createEffects = ({ store, associations, forms }: EffectsDeps) => {
  const read = (firmId: string, { from, to, ...of }: EffectsWanted): Promise<EffectRow[]> =>
    store.find({ firmId, ...of, from: new Date(dayInTaipei(from).fromMs), to: new Date(dayInTaipei(to).toMs) })

  return {
    /** Days on which something came, the first one first. */
    byDay: async (firmId: string, wanted: EffectsWanted): Promise<DayEffect[]> =>
      [...Map.groupBy(await read(firmId, wanted), ({ day }) => day)]
        .map(([day, rows]) => ({ day, ...sumOf(rows) }))
        .toSorted((a, b) => (a.day < b.day ? -1 : 1)),

    /** Every link, also those that nothing came by; the most sales first. */
    byLink: async (firmId: string, wanted: EffectsWanted): Promise<LinkEffect[]> => {
      const [rows, links] = await Promise.all([read(firmId, wanted), associations.named(firmId, wanted.partnerId)])
      const byLink = Map.groupBy(rows, ({ associationId }) => associationId)
      return links
        .map(({ id, code, name, partnerName }) => ({
          associationId: id,
          code,
          name,
          partnerName,
          ...sumOf(byLink.get(id) ?? []),
        }))
        .toSorted((a, b) => b.sales - a.sales || b.clicks - a.clicks || (a.code < b.code ? -1 : 1))
    },

    /** Forms that something came to, the most sales first. */
    byForm: async (firmId: string, wanted: EffectsWanted): Promise<FormEffect[]> => {
      const rows = (await read(firmId, wanted)).flatMap((row) =>
        row.signupId === null ? [] : [{ ...row, signupId: row.signupId }],
      )
      const byForm = Map.groupBy(rows, ({ signupId }) => signupId)
      const titles = new Map((await forms(firmId, [...byForm.keys()])).map(({ id, title }) => [id, title]))
      return [...byForm]
        .map(([signupId, ofForm]) => ({ signupId, title: titles.get(signupId) ?? '', ...sumOf(ofForm) }))
        .toSorted((a, b) => b.sales - a.sales || b.clicks - a.clicks)
    },
  }
}
export type Effects = ReturnType<typeof createEffects>
