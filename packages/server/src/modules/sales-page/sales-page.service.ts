import { fail } from '@kaimai/contract/common/error.ts'
import { common, errorTextOfMessage, formatErrorText } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { ListQuery, Page } from '@kaimai/contract/common/page.ts'
import { offsetOf, pageAt } from '@kaimai/contract/common/page.ts'
import { salesPageErrors } from '@kaimai/contract/sales-page/sales-page.errors.ts'
import { type SalesPage, type SalesPageRow, salesPageSorts } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import type { SalesPageState } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { type SalesPageBody, SalesUrl } from '@kaimai/contract/sales-page/sales-page.schema.ts'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, isUniqueViolation } from '../../platform/db/database.ts'
import { newestFirst, sortOf } from '../../platform/db/sort.ts'
import { changedFields, createEditLog } from '../../platform/edit-log/edit-log.ts'
import { newId } from '../../platform/ids.ts'
import type { ProductService } from '../product/product.service.ts'
import type { VideoService } from '../video/video.service.ts'
import { presentPage, presentRow } from './sales-page.present.ts'
import type { SalesPageStore, SalesPageWrite } from './sales-page.store.ts'

export interface SalesPageDeps {
  readonly db: Database
  readonly store: SalesPageStore
  readonly clock: Clock
  readonly audit: Audit
  readonly products: Pick<ProductService, 'onSale' | 'forRoom'>
  readonly videos: Pick<VideoService, 'summaries'>
}

const dateOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso))

const taken = (error: unknown): never => {
  if (isUniqueViolation(error, 'sales_page_custom_url')) {
    throw fail('conflict', {
      reason: salesPageErrors.salesUrlTaken,
      fields: { customUrl: salesPageErrors.salesUrlTaken },
    })
  }
  throw error
}

/** Sales pages as the merchant keeps them. */
export const createSalesPageService = ({ db, store, clock, audit, products, videos }: SalesPageDeps) => {
  const editLog = createEditLog({ clock })
  const writeOf = ({ title, customUrl, published, beginAt, endAt, ...content }: SalesPageBody): SalesPageWrite => ({
    title,
    customUrl,
    published,
    beginAt: dateOf(beginAt),
    endAt: dateOf(endAt),
    content,
    changedAt: clock.now(),
  })

  /** Everything a page names must be the firm's; what it named before may have been removed meanwhile. */
  const check = async (firmId: string, body: SalesPageBody, before?: SalesPageBody): Promise<void> => {
    const known = new Set(before?.productIdList)
    const onSale = await products.onSale(firmId, body.productIdList)
    const strange = body.productIdList.findIndex((id) => !onSale.has(id) && !known.has(id))
    if (strange >= 0) throw fail('invalid', { fields: { [`productIdList.${strange}`]: common.wrongChoice } })
    const videoOf = (block: SalesPageBody['blockList'][number]) => (block.kind === 'video' ? block.videoId : null)
    const knownVideos = new Set(before?.blockList.map(videoOf))
    const wanted = body.blockList.map(videoOf)
    const ids = wanted.filter((id) => id !== null)
    const found = new Set(
      ids.length === 0
        ? []
        : (await videos.summaries(firmId, ids)).filter(({ removed }) => !removed).map(({ id }) => id),
    )
    const strangeVideo = wanted.findIndex((id) => id !== null && !found.has(id) && !knownVideos.has(id))
    if (strangeVideo >= 0) {
      throw fail('invalid', { fields: { [`blockList.${strangeVideo}.videoId`]: salesPageErrors.noVideo } })
    }
  }

  const shown = async (firmId: string, id: string): Promise<SalesPage> => {
    const row = await store.find(firmId, id)
    if (!row) throw fail('noData')
    return presentPage(row, clock.ms())
  }

  return {
    list: async (
      firmId: string,
      query: ListQuery & { readonly state?: SalesPageState | undefined },
    ): Promise<Page<SalesPageRow>> => {
      const offset = offsetOf(query.cursor)
      const { rows, total } = await store.list(firmId, {
        ...(sortOf(query.sort, salesPageSorts) ?? newestFirst),
        q: query.q,
        state: query.state,
        now: clock.now(),
        limit: query.limit,
        offset,
      })
      const firstIds = rows.flatMap(({ content }) =>
        content.posterInfoList.length > 0 ? [] : content.productIdList.slice(0, 1),
      )
      const pictures = new Map(
        (await products.forRoom(firmId, [...new Set(firstIds)])).map(({ productId, imageUrl }) => [
          productId,
          imageUrl,
        ]),
      )
      const items = rows.map((row) =>
        presentRow(row, pictures.get(row.content.productIdList[0] ?? '') ?? '', clock.ms()),
      )
      return pageAt(items, total, offset)
    },

    counts: (firmId: string) => store.counts(firmId, clock.now()),

    /** Whether the address can be had; `id` is the page that may keep its own. */
    checkUrl: async (
      firmId: string,
      typed: string,
      id: string | undefined,
      language: Language,
    ): Promise<{ free: boolean; problem: string }> => {
      const url = SalesUrl.safeParse(typed)
      if (!url.success) {
        const reason = errorTextOfMessage(url.error.issues[0]?.message ?? '') ?? salesPageErrors.salesUrlFormat
        return { free: false, problem: formatErrorText(reason, language) }
      }
      const holder = await store.findByUrl(url.data)
      const free = holder === undefined || (holder.firmId === firmId && holder.id === id)
      return { free, problem: free ? '' : formatErrorText(salesPageErrors.salesUrlTaken, language) }
    },

    show: async (firmId: string, id: string): Promise<SalesPage> => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('notFound')
      return presentPage(row, clock.ms())
    },

    create: async (firmId: string, body: SalesPageBody, by: Actor): Promise<SalesPage> => {
      await check(firmId, body)
      const id = newId()
      const row = writeOf(body)
      await db
        .transaction(async (tx) => {
          await store.insert(firmId, { ...row, id, createdAt: row.changedAt }, tx)
          await audit.record(tx, by, 'salesPage.create', { id, name: body.title }, { published: body.published })
        })
        .catch(taken)
      return shown(firmId, id)
    },

    /** `version`: what the body was made from; without it the last save wins. */
    change: async (
      firmId: string,
      id: string,
      { version: from, ...body }: SalesPageBody & { readonly version?: number | undefined },
      by: Actor,
    ): Promise<SalesPage> => {
      const present = await store.find(firmId, id)
      if (!present) throw fail('noData')
      await check(firmId, body, bodyOf(presentPage(present, clock.ms())))
      await db
        .transaction(async (tx) => {
          const before = await store.lock(firmId, id, tx)
          if (!before) throw fail('noData')
          const now = presentPage(before, clock.ms())
          await editLog.checkSave(tx, { firmId, targetId: id, from, now, sent: body })
          await store.update(firmId, before, writeOf(body), tx)
          const change = changesOf(bodyOf(now), body)
          const fields = changedFields(bodyOf(now), body)
          await editLog.add(tx, firmId, by, [{ targetId: id, version: before.version + 1, fields }])
          await audit.record(tx, by, 'salesPage.change', { id, name: body.title }, change)
        })
        .catch(taken)
      return shown(firmId, id)
    },

    remove: (firmId: string, id: string, by: Actor): Promise<void> =>
      db.transaction(async (tx) => {
        const before = await store.lock(firmId, id, tx)
        if (!before) throw fail('noData')
        await store.remove(firmId, id, clock.now(), tx)
        await audit.record(tx, by, 'salesPage.remove', { id, name: before.title }, { customUrl: before.customUrl })
      }),
  }
}
export type SalesPageService = ReturnType<typeof createSalesPageService>

/** What of a page its body gave. */
const bodyOf = (page: SalesPage): SalesPageBody => {
  const { id: _, version: _version, state: __, createdAt: ___, changedAt: ____, ...body } = page
  return body
}
