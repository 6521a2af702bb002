import { inBatches } from '../../platform/db/batches.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { type ListQuery, offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import {
  type VirtualUser,
  virtualUserBatch,
  virtualUserSorts,
} from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { newestFirst, sortOf } from '../../platform/db/sort.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ImageService } from '../video/image.service.ts'
import type { Avatars } from './avatars.ts'
import type { VirtualUserRow, VirtualUserStore } from './virtual-user.store.ts'

export interface VirtualUserDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit'>
  readonly store: VirtualUserStore
  readonly avatars: Avatars
  readonly images: Pick<ImageService, 'upload' | 'keep'>
  /** In how many comment groups each of the names speaks. */
  readonly usedIn: (firmId: string, names: readonly string[]) => Promise<ReadonlyMap<string, number>>
}

interface Body {
  readonly name: string
  readonly userImgId: string
}

/** Pixels of an uploaded picture's side: four times what a room shows. */
const imageSide = 256
/** Whom to choose among when somebody is dealt a comment. */
const speakersMax = 200
/** More names than this are not looked through when a viewer chooses one. */
const namesMax = 5_000

/**
 * Deals pictures of a set: the least used first, so that none comes twice before all were dealt. `random` in [0, 1)
 * chooses among those that are used alike. An empty set deals none.
 */
export const assignAvatars = (input: {
  readonly count: number
  readonly set: readonly string[]
  readonly used: ReadonlyMap<string, number>
  readonly random: () => number
}): string[] => {
  const { count, set, used, random } = input
  if (set.length === 0) return Array.from({ length: count }, () => '')
  const piles = new Map<number, string[]>()
  const put = (id: string, uses: number) => piles.set(uses, [...(piles.get(uses) ?? []), id])
  for (const id of set) put(id, used.get(id) ?? 0)
  let uses = Math.min(...piles.keys())
  return Array.from({ length: count }, () => {
    let pile = piles.get(uses) ?? []
    while (pile.length === 0) {
      uses += 1
      pile = piles.get(uses) ?? []
    }
    const [dealt = ''] = pile.splice(Math.floor(random() * pile.length), 1)
    put(dealt, uses + 1)
    return dealt
  })
}

const orderOf = (param: string | undefined) => {
  const asked = sortOf(param, virtualUserSorts) ?? newestFirst
  return { ...asked, sort: asked.sort === 'name' ? 'searchName' : asked.sort } as const
}

export const createVirtualUserService = ({ platform, store, avatars, images, usedIn }: VirtualUserDeps) => {
  const { db, clock, audit } = platform

  const presentAll = async (firmId: string, rows: readonly VirtualUserRow[]): Promise<VirtualUser[]> => {
    const used = await usedIn(
      firmId,
      rows.map(({ name }) => name),
    )
    return rows.map(({ id, name, userImgId, createdAt }) => ({
      id,
      name,
      userImgId,
      userImgUrl: avatars.urlOf(userImgId),
      usedIn: used.get(name) ?? 0,
      createdAt: createdAt.toISOString(),
    }))
  }
  const present = async (row: VirtualUserRow): Promise<VirtualUser> => {
    const [shown] = await presentAll(row.firmId, [row])
    if (!shown) throw fail('noData')
    return shown
  }

  /** A picture of the shipped set, or one that the firm has uploaded, which then stays. */
  const checkImage = async (firmId: string, userImgId: string): Promise<void> => {
    if (userImgId === '' || avatars.has(userImgId)) return
    const url = avatars.urlOf(userImgId)
    const stored = url === '' ? undefined : await images.keep(firmId, url).catch(() => undefined)
    if (!stored) throw fail('invalid', { fields: { userImgId: common.wrongChoice } })
  }

  const insertMany = async (
    firmId: string,
    users: readonly { readonly name: string; readonly userImgId?: string | undefined }[],
    by: Actor | undefined,
  ): Promise<{ created: VirtualUserRow[]; already: string[] }> => {
    for (const userImgId of new Set(users.flatMap((user) => user.userImgId ?? []))) await checkImage(firmId, userImgId)
    return db.transaction(async (tx) => {
      const seen = new Set(
        (
          await store.byNames(
            firmId,
            users.map(({ name }) => name),
            tx,
          )
        ).map(({ name }) => name),
      )
      const fresh: (typeof users)[number][] = []
      const already: string[] = []
      for (const user of users) {
        if (seen.has(user.name)) already.push(user.name)
        else fresh.push(user)
        seen.add(user.name)
      }
      const dealt = assignAvatars({
        count: fresh.length,
        set: avatars.ids(),
        used: await store.imagesUsed(firmId, tx),
        random: Math.random,
      })
      // One moment each, so that the newest first is the order they were given in, turned round.
      const nowMs = clock.ms()
      const created = fresh.map(({ name, userImgId }, index) => ({
        id: newId(),
        firmId,
        name,
        searchName: '',
        userImgId: userImgId ?? dealt[index] ?? '',
        createdAt: new Date(nowMs + index),
      }))
      for (const batch of inBatches(created, 100)) await store.insert(batch, tx)
      if (by && created.length > 0)
        await audit.record(tx, by, 'virtualUser.createMany', '', { names: created.map(({ name }) => name) })
      return { created, already }
    })
  }

  return {
    list: async (firmId: string, query: ListQuery): Promise<Page<VirtualUser>> => {
      const offset = offsetOf(query.cursor)
      const { rows, total } = await store.list(firmId, {
        q: query.q === '' ? undefined : query.q,
        ...orderOf(query.sort),
        limit: query.limit,
        offset,
      })
      return pageAt(await presentAll(firmId, rows), total, offset)
    },
    find: async (firmId: string, id: string): Promise<VirtualUser | undefined> => {
      const row = await store.find(firmId, id)
      return row && present(row)
    },
    create: async (firmId: string, body: Body, by?: Actor): Promise<VirtualUser> => {
      await checkImage(firmId, body.userImgId)
      const row = { id: newId(), firmId, name: body.name, userImgId: body.userImgId, createdAt: clock.now() }
      await db.transaction(async (tx) => {
        await store.insert([row], tx)
        if (by) await audit.record(tx, by, 'virtualUser.create', { id: row.id, name: row.name })
      })
      return present({ ...row, searchName: '' })
    },
    createMany: async (
      firmId: string,
      users: readonly { readonly name: string; readonly userImgId?: string | undefined }[],
      by?: Actor,
    ) => {
      const { created, already } = await insertMany(firmId, users, by)
      return { created: await presentAll(firmId, created), already }
    },
    change: async (firmId: string, id: string, body: Body, by?: Actor): Promise<VirtualUser> => {
      await checkImage(firmId, body.userImgId)
      const row = await db.transaction(async (tx) => {
        const before = await store.find(firmId, id, tx)
        const after = before && (await store.change(firmId, id, body, tx))
        if (!before || !after) throw fail('noData')
        if (by && before.name !== after.name) {
          const change = { name: { before: before.name, after: after.name } }
          await audit.record(tx, by, 'virtualUser.change', { id, name: after.name }, change)
        }
        return after
      })
      return present(row)
    },
    remove: async (firmId: string, id: string, by?: Actor): Promise<void> => {
      await db.transaction(async (tx) => {
        const [gone] = await store.remove(firmId, [id], tx)
        if (!gone) throw fail('noData')
        if (by) await audit.record(tx, by, 'virtualUser.remove', gone)
      })
    },
    /** Those that are gone already are fine. */
    removeMany: async (firmId: string, ids: readonly string[], by?: Actor): Promise<{ removed: number }> =>
      db.transaction(async (tx) => {
        const gone = await store.remove(firmId, ids.slice(0, virtualUserBatch), tx)
        if (by && gone.length > 0)
          await audit.record(tx, by, 'virtualUser.removeMany', '', { names: gone.map(({ name }) => name) })
        return { removed: gone.length }
      }),

    images: async (firmId: string) => {
      const used = await store.imagesUsed(firmId)
      const shown = (userImgId: string, own: boolean) => ({ userImgId, userImgUrl: avatars.urlOf(userImgId), own })
      const own = [...used.keys()].filter((userImgId) => !avatars.has(userImgId) && avatars.urlOf(userImgId) !== '')
      return { images: [...avatars.ids().map((id) => shown(id, false)), ...own.map((id) => shown(id, true))] }
    },
    uploadImage: async (firmId: string, file: Uint8Array | undefined) => {
      const { image, extension, url } = await images.upload(firmId, file, imageSide)
      return { userImgId: image + extension, userImgUrl: url, own: true }
    },

    /** What they are called, the newest first. */
    names: async (firmId: string): Promise<readonly string[]> =>
      (await store.newest(firmId, namesMax)).map(({ name }) => name),

    /** People to say what nobody is named for, the newest first. */
    some: (firmId: string): Promise<VirtualUserRow[]> => store.newest(firmId, speakersMax),
    byNames: async (firmId: string, names: readonly string[]): Promise<ReadonlyMap<string, VirtualUserRow>> =>
      // Of two with one name the newest speaks.
      new Map((await store.byNames(firmId, names)).toReversed().map((row) => [row.name, row])),
    make: async (firmId: string, names: readonly string[], by: Actor | undefined) => {
      const { created } = await insertMany(
        firmId,
        names.map((name) => ({ name })),
        by,
      )
      return new Map(created.map((row) => [row.name, row]))
    },
  }
}
export type VirtualUserService = ReturnType<typeof createVirtualUserService>
