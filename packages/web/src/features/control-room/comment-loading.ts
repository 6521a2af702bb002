import type { commentFilters, ControlRoomComment } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { CommentPage, ListTab } from './comment-lists.ts'
import type { ControlRoomState, Happening } from './control-room-model.ts'
import type { ChatTab } from './control-room-view.ts'
import { oldestSeq } from './older-rows.ts'

type Filter = (typeof commentFilters)[number]

/** Asks the server for comments, the newest first. */
export type AskComments = (
  filter: Filter,
  more: { before?: number; limit?: number },
) => Promise<{
  readonly comments: readonly ControlRoomComment[]
  readonly counts: CommentPage['counts']
  readonly seq: number
}>

interface CommentLoadingOptions {
  readonly ask: AskComments
  readonly state: () => ControlRoomState
  readonly happen: (happening: Happening) => void
  readonly later: (ms: number, run: () => void) => () => void
  readonly isReady: () => boolean
}

const askRegularsEveryMs = 12_000
/** Of each list: a colleague who works through a long queue makes no flood of calls. */
const listsEveryMs = 2_000
const pageOfComments = 100
/** What came before this page was opened. */
const firstComments = 200
const filterOf: Readonly<Record<ChatTab, Filter>> = {
  all: 'all',
  real: 'all',
  held: 'held',
  marked: 'marked',
  questions: 'questions',
}

/** Brings the server's lists of comments: page by page as somebody looks, and anew where this page can't follow. */
export const createCommentLoading = ({ ask, state, happen, later, isReady }: CommentLoadingOptions) => {
  let asking: (() => void) | undefined
  let listsStale = 0
  let relisting: (() => void) | undefined
  const loadingOlder = new Set<ChatTab>()

  /** `tab`: whose page it is; undefined: to learn more of what is shown. */
  const load = async (
    tab: ChatTab | undefined,
    { before, limit = pageOfComments }: { before?: number | undefined; limit?: number } = {},
  ): Promise<void> => {
    const atSeq = state().room.seq
    const more = before === undefined ? { limit } : { limit, before }
    const { comments, counts, seq } = await ask(tab === undefined ? 'all' : filterOf[tab], more)
    happen({ t: 'comments', page: { tab, comments, counts, seq, before, isLast: comments.length < limit }, atSeq })
  }
  /** A failed fetch is repeated the next time: the socket brings most of it. */
  const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)

  const askRegulars = (): void => {
    if (asking !== undefined) return
    const { rows, regulars } = state()
    // Who wrote long ago was asked about long ago.
    const isNew = rows
      .slice(-pageOfComments)
      .some((row) => row.kind === 'comment' && row.user.as === 'viewer' && !regulars.has(row.user.userId))
    if (!isNew) return
    asking = later(askRegularsEveryMs, () => {
      asking = undefined
      quietly(load(undefined))
    })
  }
  /** What was decided of comments that this page doesn't hold: the server's lists are asked again. */
  const relist = (): void => {
    if (state().listsStale === listsStale) return
    relisting ??= later(listsEveryMs, () => {
      relisting = undefined
      listsStale = state().listsStale
      for (const tab of ['held', 'marked'] as const) quietly(load(tab))
    })
  }

  return {
    loadFirst: (): void => quietly(load(undefined, { limit: firstComments })),
    /** After each fact of the room. */
    heard: (): void => {
      if (!isReady()) return
      askRegulars()
      relist()
    },
    loadTab: (tab: ListTab): void => quietly(load(tab)),
    /** One page a tab at a time, and none after the oldest. */
    loadOlder: (tab: ChatTab): void => {
      const { lists, older } = state()
      const list = tab === 'all' ? older : lists[tab]
      if (list.ended || loadingOlder.has(tab)) return
      const before = tab === 'all' ? oldestSeq(state()) : list.before
      loadingOlder.add(tab)
      quietly(load(tab, { before }).finally(() => loadingOlder.delete(tab)))
    },
  }
}
