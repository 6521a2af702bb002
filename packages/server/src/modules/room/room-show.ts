import type { LiveInstants } from '@kaimai/contract/live/live.rules.ts'
import type { Script } from '@kaimai/contract/live/show.rules.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'

/** What a room plays and by which rules: the live as its own module knows it, and what belongs to it. */
export interface RoomShow {
  readonly live: LiveInstants & {
    readonly id: string
    readonly firmId: string
    readonly bannedKeywords: readonly string[]
    readonly hostName?: string
    /** False: who has not signed up stays out. */
    readonly anonymousAllowed?: boolean
    /** False: nobody sends hearts, and the script lets none fly. */
    readonly heartsAllowed?: boolean
    /** Between two messages of one viewer; 0 or none: as quick as anywhere. */
    readonly slowSeconds?: number | undefined
  }
  /** As it plays, with the staff's cues. */
  readonly script: Script
  /** As the live keeps it; without it there are no cues. */
  readonly planned?: Script
  /** What is for sale in it. */
  readonly products: readonly RoomProduct[]
  /** Whether viewers are told what is simulated. */
  readonly disclosure: boolean
  /** Pieces left by variant id, of the products of this live. */
  readonly stock: Readonly<Record<string, number>>
}
