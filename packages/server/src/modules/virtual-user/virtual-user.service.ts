import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { virtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { inBatches } from '../../platform/db/batches.ts'
import { folded } from '../../platform/db/search.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createResource } from '../../platform/resource/resource.ts'
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

export const createVirtualUserService = ({ platform, store, avatars, images, usedIn }: VirtualUserDeps) => {
  const { db, clock, audit } = platform

  /** A picture of the shipped set, or one that the firm has uploaded, which then stays. */
  const checkImage = async (firmId: string, userImgId: string): Promise<void> => {
    if (userImgId === '' || avatars.has(userImgId)) return
    const url = avatars.urlOf(userImgId)
    const stored = url === '' ? undefined : await images.keep(firmId, url).catch(() => undefined)
    if (!stored) throw fail('invalid', { fields: { userImgId: common.wrongChoice } })
  }

  const users = createResource(platform, virtualUser, {
    name: 'virtualUser',
    table: 'virtualUser',
    searchColumn: 'searchName',
    sortColumns: { name: 'searchName' },
    prepare: (firmId, { userImgId }) => checkImage(firmId, userImgId),
    derived: async (firmId, rows) => {
      const names = rows.map(({ name }) => String(name))
      const used = await usedIn(firmId, names)
      return rows.map(({ name, userImgId }) => ({
        userImgUrl: avatars.urlOf(String(userImgId)),
        usedIn: used.get(String(name)) ?? 0,
      }))
    },
  })

  const insertMany = async (
    firmId: string,
    wanted: readonly { readonly name: string; readonly userImgId?: string | undefined }[],
    by: Actor | undefined,
  ): Promise<{ created: VirtualUserRow[]; already: string[] }> => {
    for (const userImgId of new Set(wanted.flatMap((user) => user.userImgId ?? []))) await checkImage(firmId, userImgId)
    return db.transaction(async (tx) => {
      const seen = new Set(
        (
          await store.byNames(
            firmId,
            wanted.map(({ name }) => name),
            tx,
          )
        ).map(({ name }) => name),
      )
      const fresh: (typeof wanted)[number][] = []
      const already: string[] = []
      for (const user of wanted) {
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
        searchName: folded(name),
        userImgId: userImgId ?? dealt[index] ?? '',
        createdAt: new Date(nowMs + index),
      }))
      for (const batch of inBatches(created, 100)) await users.store.insert(batch, tx)
      if (by && created.length > 0)
        await audit.record(tx, by, 'virtualUser.createMany', '', { names: created.map(({ name }) => name) })
      return { created, already }
    })
  }

  return {
    ...users,

    createMany: async (
      firmId: string,
      wanted: readonly { readonly name: string; readonly userImgId?: string | undefined }[],
      by?: Actor,
    ) => {
      const { created, already } = await insertMany(firmId, wanted, by)
      return { created: await users.presentAll(firmId, created), already }
    },
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
