import { fail } from '@kaimai/contract/common/error.ts'
import { type AutomaticLetter, automaticTypes } from '@kaimai/contract/letter/automatic-letters.rules.ts'
import { addressOfSignup, letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { Script } from '@kaimai/contract/live/show.rules.ts'
import {
  type ProductReminderKind,
  productReminderKinds,
  type ProductReminders,
} from '@kaimai/contract/order/product-reminder.routes.ts'
import type { Environment } from '../../platform/environment.ts'
import type { ViewerCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LetterToPerson } from '../letter/letter-kind.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { AutomaticLettersService } from '../letter-template/automatic-letters.service.ts'
import type { LiveReader, LiveRecord } from '../live/live-reader.service.ts'
import type { PublicSignupDeps } from '../signup/public-signup.service.ts'
import { restockedText, saleBeginsText } from './product-letter-texts.ts'
import type { ProductReminderStore, WaitingPerson } from './product-reminder.store.ts'
import { isSelling } from './shop-access.ts'

export interface ProductRemindersDeps {
  readonly platform: Pick<Platform, 'clock' | 'jobs' | 'log' | 'limits'>
  readonly store: ProductReminderStore
  readonly letters: Pick<LetterService, 'add' | 'write'>
  readonly automatic: Pick<AutomaticLettersService, 'show' | 'textOf'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly liveReader: Pick<LiveReader, 'findMany'>
  /** The script as the staff of the room has it played. */
  readonly scriptOf: (firmId: string, liveId: string) => Promise<Script>
  readonly viewerPath: PublicSignupDeps['viewerPath']
  /** Who signed up; the address may have been corrected since. */
  readonly person: (firmId: string, signupUserId: string) => Promise<Parameters<typeof addressOfSignup>[0]>
  /** Of a viewer; null: nobody signed up. */
  readonly signupUserOf: (firmId: string, liveUserId: string) => Promise<string | null>
  readonly environment: Pick<Environment, 'sandbox'>
  /** Begins every link of a letter. */
  readonly audienceUrl: () => string
}

export const productRemindersTick = 'order/product-reminders'
const everySeconds = 60
const sliceSize = 100
/** Who waits for longer has found something else. */
const keptMs = 30 * 86_400_000
/** Presses of one viewer. */
const pressesADay = { limit: 200, windowMs: 86_400_000 } as const

/** What a firm chooses the letter of a kind by. */
const letterOf = { stock: 'restocked', shown: 'saleBegins' } as const satisfies Record<
  ProductReminderKind,
  AutomaticLetter
>
const keyOf = ({ id, signupUserId, liveId, productId }: WaitingPerson): string =>
  `product-reminder:${id}:${signupUserId}:${liveId}:${productId}`
const readKey = (key: string) => {
  const [, , signupUserId = '', liveId = '', productId = ''] = key.split(':')
  return { signupUserId, liveId, productId }
}

/** Viewers who signed up wait for a product: one letter when it can be had again, one when its turn has come. */
export const createProductReminders = (deps: ProductRemindersDeps) => {
  const { store, letters, automatic, firms, liveReader, environment, audienceUrl } = deps
  const { clock, jobs, log, limits } = deps.platform

  const liveOf = async (firmId: string, liveId: string): Promise<LiveRecord | undefined> =>
    (await liveReader.findMany(firmId, [liveId]))[0]

  const about = {
    class: 'notice',
    variables: ['productName', 'sessionTitle', 'productUrl'],
    addressNow: async (firmId: string, key: string) =>
      addressOfSignup(await deps.person(firmId, readKey(key).signupUserId)),
  } as const
  const isClosed = async (firmId: string, key: string): Promise<boolean> => {
    const live = await liveOf(firmId, readKey(key).liveId)
    return !live || !isSelling(live, clock.ms())
  }
  letters.add({
    ...about,
    type: letterTypes.restocked,
    contents: restockedText,
    isOver: async (firmId, key) =>
      (await isClosed(firmId, key)) || !(await store.isInStock(firmId, readKey(key).productId)),
  })
  letters.add({ ...about, type: letterTypes.saleBegins, contents: saleBeginsText, isOver: isClosed })

  const toPerson = async (live: LiveRecord, waiting: WaitingPerson): Promise<LetterToPerson | undefined> => {
    const { signupUserId, name, phone, email, language, productName } = waiting
    const path = await deps.viewerPath(live.firmId, live.id, { signupUserId, name, phone, email })
    if (path === undefined) return undefined
    const values = { productName, sessionTitle: live.liveName, productUrl: audienceUrl() + path }
    // Its person has asked for it a while ago: it is no letter to a stranger.
    return { key: keyOf(waiting), name, to: email, language, values, isAwaited: true }
  }

  /**
   * Writes to people of one live, and they wait no longer; where nothing can be bought any more, or the firm has the letter
   * off by now, they are forgotten.
   */
  const write = async (kind: ProductReminderKind, people: readonly WaitingPerson[]): Promise<void> => {
    const [first] = people
    if (!first) return
    const { firmId, liveId } = first
    const live = await liveOf(firmId, liveId)
    // What can't be bought yet is waited for on.
    if (live && clock.ms() < live.beginAtMs) return
    const { name: firmName, testMode, suspended } = await firms.publicFirm(firmId)
    const { goes, contents } = await automatic.textOf(firmId, letterOf[kind])
    const toPeople: LetterToPerson[] = []
    if (goes && live && isSelling(live, clock.ms()) && !suspended && (!testMode || environment.sandbox))
      for (const waiting of people) {
        const to = await toPerson(live, waiting)
        if (to) toPeople.push(to)
      }
    const ids = people.map(({ id }) => id)
    const written = { firmId, firmName, contents, letters: toPeople }
    await letters.write(automaticTypes[letterOf[kind]], written, (tx) => store.settle(ids, tx))
  }

  /** Whether that went well: one live's trouble is no reason that others hear nothing. */
  const writeGuarded = (kind: ProductReminderKind, people: readonly WaitingPerson[]): Promise<boolean> =>
    write(kind, people).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error, liveId: people[0]?.liveId }, 'the letters about products could not be written')
        return false
      },
    )

  const writeRestocked = async (): Promise<void> => {
    let afterId: string | null = null
    for (;;) {
      const people: WaitingPerson[] = await store.restocked(afterId, sliceSize)
      for (const [, ofLive] of Map.groupBy(people, ({ liveId }) => liveId)) await writeGuarded('stock', ofLive)
      const last = people.at(-1)
      if (!last || people.length < sliceSize) return
      afterId = last.id
    }
  }

  /** Products whose turn has come in a live that runs, be it over again; those that are never shown are on sale from the begin. */
  const begunIn = async ({ firmId, id, beginAtMs, productIds }: LiveRecord): Promise<string[]> => {
    const passedMs = clock.ms() - beginAtMs
    const script = await deps.scriptOf(firmId, id)
    const turns = script.flatMap((item) => (item.kind === 'showProduct' ? [item] : []))
    return productIds.filter((productId) => {
      const own = turns.filter((turn) => turn.productId === productId)
      return own.length === 0 || own.some(({ atMs }) => atMs <= passedMs)
    })
  }
  const writeShown = async (): Promise<void> => {
    for (const { firmId, liveId } of await store.livesWaitedFor(clock.now())) {
      const live = await liveOf(firmId, liveId)
      if (!live || liveStatusAt(live, clock.ms()) !== 'live') continue
      const begun = await begunIn(live)
      for (;;) {
        const people = await store.shown(firmId, liveId, begun, sliceSize)
        if (!(await writeGuarded('shown', people)) || people.length < sliceSize) break
      }
    }
  }

  jobs.every(productRemindersTick, everySeconds, async () => {
    await writeRestocked()
    await writeShown()
    await store.sweep(new Date(clock.ms() - keptMs))
  })

  const hasAddress = async ({ firmId, liveUserId }: ViewerCaller): Promise<boolean> => {
    const signupUserId = await deps.signupUserOf(firmId, liveUserId)
    if (signupUserId === null) return false
    return ((await deps.person(firmId, signupUserId))?.email ?? '') !== ''
  }
  /** What a viewer gets letters about. */
  const kindsFor = async (caller: ViewerCaller): Promise<ProductReminderKind[]> => {
    if (!(await hasAddress(caller))) return []
    const chosen = await automatic.show(caller.firmId)
    return productReminderKinds.filter((kind) => chosen[letterOf[kind]] !== 'none')
  }
  const show = async (caller: ViewerCaller): Promise<ProductReminders> => {
    const byLetter = await kindsFor(caller)
    const waiting = byLetter.length === 0 ? [] : await store.of(caller.firmId, caller.liveUserId)
    return { byLetter, waiting: waiting.filter(({ kind }) => byLetter.includes(kind)) }
  }

  return {
    show,

    /** Throws `noData` for a product that the viewer's live doesn't sell. */
    set: async (
      caller: ViewerCaller,
      { productId, kind, on }: { productId: string; kind: ProductReminderKind; on: boolean },
    ): Promise<ProductReminders> => {
      const { firmId, liveId, liveUserId } = caller
      const live = await liveOf(firmId, liveId)
      if (!live?.productIds.includes(productId)) throw fail('noData')
      const taken = await limits.take(`product reminders ${liveUserId}`, pressesADay)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      if (!on) await store.remove(firmId, liveUserId, { productId, kind })
      else if (
        (await kindsFor(caller)).includes(kind) &&
        !(kind === 'stock' && (await store.isInStock(firmId, productId)))
      )
        await store.add({ id: newId(), firmId, liveId, liveUserId, productId, kind, createdAt: clock.now() })
      return show(caller)
    },

    /** How many people wait until a product can be had again. */
    demand: async (firmId: string) => ({ products: await store.demand(firmId) }),
  }
}
export type ProductReminderService = ReturnType<typeof createProductReminders>
