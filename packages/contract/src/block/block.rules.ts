/** What a block knows its person by; any of them that a person has too is enough. */
export interface BlockMarks {
  readonly liveUserId: string | null
  /** E.164. */
  readonly phone: string | null
  /** In lower case. */
  readonly email: string | null
  /** Of the cookie that names a browser. */
  readonly deviceHash: string | null
}

export interface StandingBlock extends BlockMarks {
  /** The one live it bars from; null: from all lives of the firm. */
  readonly liveId: string | null
  readonly cancelled: boolean
}

/** Somebody who comes to a room: by personal link, by a sign-up, or by the cookie of a browser. */
export interface Person {
  readonly liveUserIds: readonly string[]
  readonly phones: readonly string[]
  readonly emails: readonly string[]
  readonly deviceHashes: readonly string[]
}

export const nobody: Person = { liveUserIds: [], phones: [], emails: [], deviceHashes: [] }

const isOf = (mark: string | null, known: readonly string[]): boolean =>
  mark !== null && mark !== '' && known.includes(mark)

/** Whether a block is about this person. */
export const blockNames = (block: BlockMarks, person: Person): boolean =>
  isOf(block.liveUserId, person.liveUserIds) ||
  isOf(block.phone, person.phones) ||
  isOf(block.email, person.emails) ||
  isOf(block.deviceHash, person.deviceHashes)

/** The one rule: whether this person may not come into this live. Blocks are those of the live's firm. */
export const isBlocked = (blocks: readonly StandingBlock[], person: Person, liveId: string): boolean =>
  blocks.some(
    (block) => !block.cancelled && (block.liveId === null || block.liveId === liveId) && blockNames(block, person),
  )

export const blockStates = ['temporary', 'permanent', 'cancelled'] as const
export type BlockState = (typeof blockStates)[number]

export const blockStateOf = ({ liveId, cancelled }: Pick<StandingBlock, 'liveId' | 'cancelled'>): BlockState =>
  cancelled ? 'cancelled' : liveId === null ? 'permanent' : 'temporary'
