import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { createLetterBatches } from './letter-batch.service.ts'
import { createLetterContent } from './letter-content.ts'
import { createLetterPreview } from './letter-preview.ts'
import { createLetterQueueStore } from './letter-queue.store.ts'
import { createLetterService, type LetterService } from './letter.service.ts'
import { createLetterStore } from './letter.store.ts'
import { createNewAddresses, type KnownPeople } from './new-addresses.ts'
import { createLetterQueue } from './queue-letters.ts'
import { defineSendLetters, type SendDeps } from './send-letters.ts'
import { createUnsubscribe } from './unsubscribe.ts'

export interface LetterModuleDeps {
  readonly platform: Platform
  readonly firms: Pick<FirmService, 'find'>
  readonly people: KnownPeople
  readonly optedOut: SendDeps['optedOut']
  /** Begins the addresses of pictures and of links to unsubscribe. */
  readonly audienceUrl?: () => string
}

/** Letters of any kind: queued, sent once, and read again. It knows no feature: each brings the kinds that it has facts for. */
export const createLetterModule = ({
  platform,
  firms,
  people,
  optedOut,
  audienceUrl: pictureOrigin = () => '',
}: LetterModuleDeps): LetterService => {
  const { db, jobs, clock, mail, log, events, limits, secret } = platform
  const store = createLetterStore(db)
  const queueStore = createLetterQueueStore(db)
  const content = createLetterContent(db, pictureOrigin)
  const newAddresses = createNewAddresses({ store, limits, clock, people })
  const queue = createLetterQueue({ db, store: queueStore, jobs, clock, events, newAddresses })
  const unsubscribe = createUnsubscribe({ db, secret, origin: pictureOrigin })
  defineSendLetters({
    store: queueStore,
    content,
    jobs,
    clock,
    mail,
    kindOf: queue.kindOf,
    senderOf: (firmId) => firms.find(firmId),
    unsubscribe,
    optedOut,
    log,
    releaseHeld: newAddresses.releaseHeld,
  })
  return {
    ...createLetterService({ store, content, newAddresses, kindOf: queue.kindOf }),
    preview: createLetterPreview({ store, queue }),
    add: queue.add,
    queue: queue.queue,
    follow: queue.follow,
    write: queue.write,
    keysSince: store.keysSince,
    unsubscribing: unsubscribe.personOf,
    batches: createLetterBatches({ db, store: queueStore, jobs, clock, newAddresses }),
  }
}
