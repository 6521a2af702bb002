import { cartLeftAfterMs, cartLeftLateMs } from '@kaimai/contract/letter/automatic-letters.rules.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { addressOfSignup, letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import { z } from 'zod'
import type { Environment } from '../../platform/environment.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LetterToPerson } from '../letter/letter-kind.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { AutomaticLettersService } from '../letter-template/automatic-letters.service.ts'
import type { LiveReader, LiveRecord } from '../live/live-reader.service.ts'
import type { PublicSignupDeps } from '../signup/public-signup.service.ts'
import { cartLeftText } from './cart-letter-texts.ts'
import type { CartLetterStore, CartOwner } from './cart-letter.store.ts'
import { isSelling } from './shop-access.ts'

export interface CartLettersDeps {
  readonly platform: Pick<Platform, 'clock' | 'jobs' | 'log'>
  readonly store: CartLetterStore
  readonly letters: Pick<LetterService, 'add' | 'write'>
  readonly automatic: Pick<AutomaticLettersService, 'show' | 'textOf'>
  readonly carts: {
    readonly show: (owner: { firmId: string; liveId: string; liveUserId: string }) => Promise<Cart>
  }
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly liveReader: Pick<LiveReader, 'findMany' | 'endedBetween'>
  readonly viewerPath: PublicSignupDeps['viewerPath']
  /** Who signed up; the address may have been corrected since. */
  readonly person: (firmId: string, signupUserId: string) => Promise<Parameters<typeof addressOfSignup>[0]>
  /** `sandbox`: a server for trying things out, whose shops write to everybody. */
  readonly environment: Pick<Environment, 'sandbox'>
  /** Begins every link of a letter. */
  readonly audienceUrl: () => string
}

export const cartLettersTick = 'order/cart-letters'
const cartLetterJob = 'order/cart-letter'
const everySeconds = 60
/** People written to in one transaction: an embedded database is held by it for a moment only. */
const sliceSize = 100
/** Of one live before the others have their turn; the rest goes on with the next tick. */
const slicesAtOnce = 50
const livesAtOnce = 500
/** Products that a letter names; the others are a number. */
const namedItems = 3

const more: Readonly<Record<Language, (count: number) => string>> = {
  'zh-TW': (count) => `等 ${count} 項`,
  en: (count) => ` and ${count} more`,
}

/** What can still be had of a cart, in words; undefined: nothing. */
const itemsOf = ({ lines }: Cart, language: Language): string | undefined => {
  const available = lines.filter(({ left }) => left > 0)
  if (available.length === 0) return undefined
  const named = available.slice(0, namedItems).map(({ productName, variantName, quantity }) => {
    const name = variantName === '' ? productName : `${productName} ${variantName}`
    return `${name} × ${quantity}`
  })
  const words = named.join(language === 'en' ? ', ' : '、')
  if (available.length <= namedItems) return words
  return words + more[language](language === 'en' ? available.length - namedItems : available.length)
}

const keyOf = (signupUserId: string, liveId: string): string => `cart-left:${signupUserId}:${liveId}`
const readKey = (key: string) => {
  const [, signupUserId = '', liveId = ''] = key.split(':')
  return { signupUserId, liveId }
}

/** A letter an hour after a live to whoever has left things in the cart: it advertises, so a firm switches it on. */
export const defineCartLetters = (deps: CartLettersDeps): void => {
  const { store, letters, automatic, carts, firms, liveReader, environment, audienceUrl } = deps
  const { clock, jobs, log } = deps.platform

  letters.add({
    type: letterTypes.cartLeft,
    class: 'notice',
    variables: ['sessionTitle', 'cartItems', 'cartUrl'],
    contents: cartLeftText,
    addressNow: async (firmId, key) => addressOfSignup(await deps.person(firmId, readKey(key).signupUserId)),
    isOver: async (firmId, key) => {
      const { signupUserId, liveId } = readKey(key)
      const [live] = await liveReader.findMany(firmId, [liveId])
      return !live || !isSelling(live, clock.ms()) || !(await store.isLeft(firmId, liveId, signupUserId))
    },
  })

  /** To whom something of the cart can still be had, unless they are blocked. */
  const toPeople = async (live: LiveRecord, owners: readonly CartOwner[]): Promise<LetterToPerson[]> => {
    const { firmId, id: liveId } = live
    const left: { owner: CartOwner; cartItems: string }[] = []
    for (const owner of owners) {
      const cart = await carts.show({ firmId, liveId, liveUserId: owner.liveUserId })
      const cartItems = itemsOf(cart, owner.language)
      if (cartItems !== undefined) left.push({ owner, cartItems })
    }
    // Links are asked for at once: they are made together.
    const letters = left.map(async ({ owner, cartItems }): Promise<LetterToPerson | undefined> => {
      const { signupUserId, name, phone, email, language } = owner
      const path = await deps.viewerPath(firmId, liveId, { signupUserId, name, phone, email })
      if (path === undefined) return undefined
      const values = { sessionTitle: live.liveName, cartItems, cartUrl: audienceUrl() + path }
      return { key: keyOf(signupUserId, liveId), name, to: email, language, values }
    })
    return (await Promise.all(letters)).flatMap((each) => each ?? [])
  }

  const run = async (liveId: string): Promise<void> => {
    for (let slice = 0; slice < slicesAtOnce; slice += 1) {
      const letter = await store.unfinished(liveId)
      if (!letter) return
      const { firmId } = letter
      const [live] = await liveReader.findMany(firmId, [liveId])
      const { name: firmName, testMode, suspended } = await firms.publicFirm(firmId)
      const { goes, contents } = await automatic.textOf(firmId, 'cartLeft')
      const maySend = goes && live && isSelling(live, clock.ms()) && !suspended && (!testMode || environment.sandbox)
      const people = maySend ? await store.ownersAfter(letter, sliceSize) : []
      const last = people.at(-1)
      if (!live || !last) return store.finish(liveId, clock.now())
      const loaded = { firmId, firmName, contents, letters: await toPeople(live, people) }
      await letters.write(letterTypes.cartLeft, loaded, (tx) => store.advance(liveId, last.liveUserId, tx))
    }
  }
  jobs.define(cartLetterJob, { schema: z.object({ liveId: z.string() }) }, ({ liveId }) => run(liveId))

  const open = async (firmId: string, lives: readonly LiveRecord[]): Promise<void> => {
    if ((await automatic.show(firmId)).cartLeft === 'none') return
    for (const { id } of lives) await store.open(firmId, id)
  }

  jobs.every(cartLettersTick, everySeconds, async () => {
    const dueMs = clock.ms() - cartLeftAfterMs
    const ended = await liveReader.endedBetween(dueMs - cartLeftLateMs, dueMs)
    for (const [firmId, lives] of Map.groupBy(ended, (live) => live.firmId))
      await open(firmId, lives).catch((error: unknown) => {
        // One firm's trouble is no reason that another's people get no letters.
        log.error({ err: error, firmId }, 'the letters about carts could not be planned')
      })
    for (const liveId of await store.allUnfinished(livesAtOnce))
      await jobs.enqueue(cartLetterJob, { liveId }, { key: liveId })
  })
}
