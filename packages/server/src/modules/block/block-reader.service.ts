import type { Block, BlockCandidate, BlockCounts, BlockDetail } from '@kaimai/contract/block/block.routes.ts'
import type { BlockState } from '@kaimai/contract/block/block.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { type ListQuery, offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { newestFirst, sortOf } from '../../platform/db/sort.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import { type LiveNames, presentBlock, presentCandidate } from './block.present.ts'
import { type BlockStore, blockSorts } from './block.store.ts'
import type { BlockRow } from './block.tables.ts'

/** The member who asks, and from where; `personal`: phones and e-mails are shown whole. */
export interface BlockCaller {
  readonly firm: Pick<FirmCaller, 'id' | 'userId' | 'userName'>
  readonly ip: string
  readonly personal: boolean
}

/** The part of the live reader that blocks use. */
export interface BlockLives {
  find(firmId: string, liveId: string): Promise<object | undefined>
  findMany(
    firmId: string,
    ids: readonly string[],
  ): Promise<readonly { readonly id: string; readonly liveName: string }[]>
}

export interface BlockReaderDeps {
  readonly store: BlockStore
  readonly people: Pick<LiveUserService, 'marked' | 'named'>
  readonly lives: BlockLives
  /** What viewers said, the newest first. */
  readonly saidBy: (
    firmId: string,
    liveUserIds: readonly string[],
    limit: number,
  ) => Promise<readonly { readonly liveId: string; readonly text: string; readonly at: Date }[]>
}

interface BlockRequest extends ListQuery {
  readonly state?: 'active' | BlockState | undefined
  readonly liveId?: string | undefined
}

const maxComments = 50
const maxCandidates = 20

/** A phone typed the way it is dialled at home is found in what is stored: 0912… in +886912…. */
const searchOf = (q: string | undefined): string | undefined =>
  q !== undefined && /^0[\d\s-]{2,}$/.test(q) ? q.replace(/\D/g, '').slice(1) : q

/** The firm's blocks as its staff reads them: lists, one with what was said, and who could be blocked. */
export const createBlockReader = ({ store, people, lives, saidBy }: BlockReaderDeps) => {
  const namesOf = async (firmId: string, ids: readonly (string | null)[]): Promise<LiveNames> => {
    const wanted = [...new Set(ids.filter((id) => id !== null))]
    const found = wanted.length === 0 ? [] : await lives.findMany(firmId, wanted)
    return new Map(found.map(({ id, liveName }) => [id, liveName]))
  }

  const present = async ({ firm, personal }: BlockCaller, rows: readonly BlockRow[]): Promise<Block[]> => {
    const names = await namesOf(
      firm.id,
      rows.flatMap(({ liveId, fromLiveId }) => [liveId, fromLiveId]),
    )
    return rows.map((row) => presentBlock(row, names, personal))
  }

  const presentOne = async (caller: BlockCaller, row: BlockRow): Promise<Block> => {
    const [block] = await present(caller, [row])
    if (block === undefined) throw fail('noData')
    return block
  }

  const checkLive = async (firmId: string, liveId: string | null): Promise<void> => {
    if (liveId !== null && (await lives.find(firmId, liveId)) === undefined) throw fail('noData')
  }

  return {
    checkLive,
    presentOne,

    list: async (caller: BlockCaller, query: BlockRequest): Promise<Page<Block>> => {
      const offset = offsetOf(query.cursor)
      const { rows, total } = await store.list(
        caller.firm.id,
        { q: searchOf(query.q), personal: caller.personal, liveId: query.liveId, state: query.state },
        { ...(sortOf(query.sort, blockSorts) ?? newestFirst), limit: query.limit, offset },
      )
      return pageAt(await present(caller, rows), total, offset)
    },

    counts: (
      caller: BlockCaller,
      query: { q?: string | undefined; liveId?: string | undefined },
    ): Promise<BlockCounts> =>
      store.counts(caller.firm.id, { q: searchOf(query.q), personal: caller.personal, liveId: query.liveId }),

    show: async (caller: BlockCaller, id: string): Promise<BlockDetail> => {
      const row = await store.find(caller.firm.id, id)
      if (row === undefined) throw fail('noData')
      const { firmId } = row
      const users = await people.marked(firmId, null, row)
      const said = await saidBy(
        firmId,
        users.map((user) => user.id),
        maxComments,
      )
      const names = await namesOf(firmId, [row.liveId, row.fromLiveId, ...said.map(({ liveId }) => liveId)])
      return {
        ...presentBlock(row, names, caller.personal),
        said: said.map(({ liveId, text, at }) => ({ text, at: at.toISOString(), liveName: names.get(liveId) ?? '' })),
      }
    },

    candidates: async (
      { firm, personal }: BlockCaller,
      query: { q?: string | undefined; liveId?: string | undefined },
    ): Promise<{ viewers: BlockCandidate[] }> => {
      const filter = { q: query.q ?? '', liveId: query.liveId, limit: maxCandidates }
      const users = await people.named(firm.id, filter)
      const names = await namesOf(
        firm.id,
        users.map(({ liveId }) => liveId),
      )
      return { viewers: users.map((user) => presentCandidate(user, names, personal)) }
    },

    inLive: async (
      caller: BlockCaller,
      query: { liveId: string; q?: string | undefined; limit: number; cursor?: string | undefined },
    ): Promise<Page<Block>> => {
      await checkLive(caller.firm.id, query.liveId)
      const offset = offsetOf(query.cursor)
      const narrowing = { q: searchOf(query.q), personal: caller.personal, liveId: undefined }
      const page = { limit: query.limit, offset }
      const { rows, total } = await store.inLive(caller.firm.id, query.liveId, narrowing, page)
      return pageAt(await present(caller, rows), total, offset)
    },
  }
}
