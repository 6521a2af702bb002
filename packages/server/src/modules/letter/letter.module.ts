import type { Environment } from '../../platform/environment.ts'
import type { Platform } from '../../platform/platform.ts'
import { outboxSms } from '../../platform/ports/sms.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { createFillSms, createSmsBrand } from './fill-sms.ts'
import { createLetterBatches } from './letter-batch.service.ts'
import { createLetterContent } from './letter-content.ts'
import { createLetterHistory } from './letter-history.ts'
import { createLetterNotices } from './letter-notice.service.ts'
import { createLetterNoticeStore } from './letter-notice.store.ts'
import { createLetterPreview } from './letter-preview.ts'
import { createLetterQueueStore } from './letter-queue.store.ts'
import { createLetterSettings } from './letter-setting.service.ts'
import { createLetterSettingStore } from './letter-setting.store.ts'
import { createLetterService, type LetterService } from './letter.service.ts'
import { createLetterStore } from './letter.store.ts'
import { createLiveValues, type ProductsOfLetters, type SessionTimes } from './live-values.ts'
import { createNewAddresses, type KnownPeople } from './new-addresses.ts'
import { createLetterQueue } from './queue-letters.ts'
import { createSmsQueue } from './queue-sms.ts'
import { defineSendLetters, type SendDeps } from './send-letters.ts'
import { createSettleLetter } from './settle-letter.ts'
import { createSmsBatches } from './sms-batch.service.ts'
import { createSmsPoints } from './sms-points.ts'
import { createTransports, type SurenotifyKeys } from './transports.ts'
import { createUnsubscribe } from './unsubscribe.ts'

export interface LetterModuleDeps {
  readonly platform: Platform
  readonly environment: Pick<Environment, 'surenotifyUrl'>
  readonly firms: Pick<FirmService, 'find' | 'points' | 'publicFirm'>
  readonly secrets: SurenotifyKeys
  readonly people: KnownPeople
  readonly products: ProductsOfLetters
  readonly sessionTimes: SessionTimes
  readonly optedOut: SendDeps['optedOut']
  /** Begins the addresses of pictures and of links to unsubscribe. */
  readonly audienceUrl?: () => string
  /** Begins the address at which providers tell us of letters. */
  readonly publicUrl: () => string
}

/** What changed nothing is on record for so long. */
const noticesKeptMs = 90 * 86_400_000

/** Letters of any kind: queued, sent once, and read again. It knows no feature: each brings the kinds that it has facts for. */
export const createLetterModule = ({
  platform,
  environment,
  firms,
  secrets,
  people,
  products,
  sessionTimes,
  optedOut,
  audienceUrl: pictureOrigin = () => '',
  publicUrl,
}: LetterModuleDeps): LetterService => {
  const { db, jobs, clock, mail, log, events, limits, secret, audit } = platform
  const store = createLetterStore(db)
  const queueStore = createLetterQueueStore(db)
  const liveValues = createLiveValues({ products, sessionTimes, clock })
  const content = createLetterContent(db, pictureOrigin, liveValues)
  const newAddresses = createNewAddresses({ store, limits, clock, people })
  const queue = createLetterQueue({ db, store: queueStore, jobs, clock, events, newAddresses })
  const unsubscribe = createUnsubscribe({ db, secret, origin: pictureOrigin })
  const { surenotifyUrl } = environment
  const transports = createTransports({ shared: { mail, sms: outboxSms() }, secrets, surenotifyUrl })
  const notices = createLetterNoticeStore(db)
  const settings = createLetterSettingStore(db)
  const fillSms = createFillSms({ settings, firms, transports, origin: pictureOrigin })
  const brandOf = createSmsBrand({ settings, firms })
  const sms = { fill: fillSms, firms, brandOf, jobs, clock, kindOf: queue.kindOf }
  const smsQueue = createSmsQueue({ db, store: queueStore, ...sms })
  const { givePointsBack } = createSmsPoints({ db, notices, points: firms.points })
  jobs.every('letter/sweep-notices', 3600, () => notices.sweep(new Date(clock.ms() - noticesKeptMs)))
  defineSendLetters({
    store: queueStore,
    content,
    jobs,
    clock,
    transports,
    notices,
    givePointsBack,
    kindOf: queue.kindOf,
    senderOf: (firmId) => firms.find(firmId),
    unsubscribe,
    optedOut,
    log,
    releaseHeld: newAddresses.releaseHeld,
  })
  return {
    ...createLetterService({
      store,
      content,
      newAddresses,
      kindOf: queue.kindOf,
      historyOf: createLetterHistory(notices),
    }),
    preview: createLetterPreview({ store, queue, liveValues }),
    add: queue.add,
    queue: queue.queue,
    follow: queue.follow,
    write: queue.write,
    keysSince: store.keysSince,
    countsOfSession: store.countsOfSession,
    unsubscribing: unsubscribe.personOf,
    batches: createLetterBatches({ db, store: queueStore, jobs, clock, newAddresses }),
    smsBatches: createSmsBatches({ fill: fillSms, points: firms.points, brandOf }),
    queueSms: smsQueue.queue,
    writeSms: smsQueue.write,
    setting: createLetterSettings({ db, audit, log, store: settings, notices, firms, transports, publicUrl }),
    settle: createSettleLetter(platform),
    receiveNotice: createLetterNotices({ db, clock, limits, store: notices, settings, secrets }).receive,
  }
}
