import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secret.ts'
import type { RoomHeartsDeps } from './room-hearts.ts'
import type { LoggedEvent } from './room.store.ts'
import type { Identity } from './tickets.ts'

export interface RoomInstanceDeps {
  readonly clock: Clock
  readonly secret: Pick<Secret, 'sign'>
  readonly log: Pick<Log, 'error' | 'warn'>
  readonly read: (afterSeq: number) => Promise<readonly LoggedEvent[]>
  readonly resumeFor: (identity: Identity) => string
  /** A viewer's first socket on this node came, its last one went. */
  readonly arrived: (identity: Identity, network: string) => void
  readonly gone: (identity: Identity) => void
  /** A viewer did what a person does. */
  readonly showedLife?: (identity: Identity) => void
  /** Whether nobody knows if this viewer is a person. */
  readonly waitsForTurn?: (identity: Identity) => boolean
  /** Where hearts go that viewers of this node give: the records, and the other nodes. */
  readonly hearts?: Pick<RoomHeartsDeps, 'given' | 'passOn'>
  /** A tick has thrown: viewers may have missed what it was to tell. The room ticks on until it is closed. */
  readonly failed?: (error: unknown) => void
  /** The staff has called, put off or left out something of the script. */
  readonly recued?: () => void
}
