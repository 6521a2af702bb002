import { cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import {
  createLetterTemplateModule,
  type LetterTemplateDeps,
  type LetterTemplates,
} from './modules/letter-template/letter-template.module.ts'
import type { BlockedPeople } from './modules/block/blocked-people.service.ts'
import { createSendingModule, type SendingDeps } from './modules/sending/sending.module.ts'
import { createLiveCustomerModule, type LiveCustomersDeps } from './modules/live-customer/live-customer.module.ts'
import { createOptOutModule, type OptOuts } from './modules/opt-out/opt-out.module.ts'
import { createLetterModule, type LetterModuleDeps } from './modules/letter/letter.module.ts'
import type { OrderLettersDeps } from './modules/order/order-letters.ts'
import { defineOrderLetters } from './modules/order/order-letters.ts'
import { createCartLetterStore } from './modules/order/cart-letter.store.ts'
import { type CartLettersDeps, defineCartLetters } from './modules/order/cart-letters.ts'
import { createProductReminderStore } from './modules/order/product-reminder.store.ts'
import { createProductReminders } from './modules/order/product-reminders.ts'
import { createSignupLetterFacts } from './modules/signup/signup-letter-facts.ts'
import type { RoomModule } from './modules/room/room.module.ts'
import { createSessionLetterStore } from './modules/signup/session-letter.store.ts'
import { createSessionLetters } from './modules/signup/session-letters.service.ts'
import { defineSignupLetters } from './modules/signup/signup-letters.ts'
import { defineSignupSms } from './modules/signup/signup-sms.ts'
import type { createSignupModule } from './modules/signup/signup.module.ts'
import type { LetterService } from './modules/letter/letter.service.ts'
import type { LiveReader } from './modules/live/live-reader.service.ts'
import type { LaterServices } from './later-services.ts'
import type { LateBound } from './platform/late-bound.ts'
import type { Platform } from './platform/platform.ts'

export interface LetterKindsDeps
  extends Omit<OrderLettersDeps, 'limits' | 'letters' | 'automatic' | 'audit' | 'orders'> {
  readonly platform: Platform
  readonly letters: LetterService
  readonly liveReader: LiveReader
  readonly signup: ReturnType<typeof createSignupModule>
  readonly self: LetterTemplateDeps['self']
  readonly orders: OrderLettersDeps['orders'] & { readonly carts: CartLettersDeps['carts'] }
  readonly rooms: Pick<RoomModule, 'liveUsers' | 'parts'>
}

/** The queue of letters, and who gets no marketing ones. */
export const createLetters = (
  lateBound: LateBound<LaterServices>,
  deps: Omit<LetterModuleDeps, 'optedOut' | 'people' | 'products' | 'sessionTimes'>,
) => {
  const optOuts = createOptOutModule(deps.platform)
  const later = {
    people: lateBound.of('signupFacts'),
    products: lateBound.of('products').shownProducts,
    sessionTimes: lateBound.of('liveReader').find,
  }
  return { optOuts, letters: createLetterModule({ ...deps, ...later, optedOut: optOuts.among }) }
}

/** What merchants send to many, and whom they invite. */
export const createSendings = (
  templates: Pick<LetterTemplates, 'contentsOf'>,
  optOuts: OptOuts,
  blocked: BlockedPeople,
  {
    signup: { letterForms, signupJoin },
    ...deps
  }: Omit<SendingDeps, 'contentsOf' | 'optedOut' | 'blocked' | 'customersOf' | 'personalPath'> &
    LiveCustomersDeps & {
      readonly signup: Pick<ReturnType<typeof createSignupModule>, 'letterForms' | 'signupJoin'>
    },
) => {
  const liveCustomers = createLiveCustomerModule(deps)
  const people = { optedOut: optOuts.among, blocked: blocked.contactsAmong, customersOf: liveCustomers.ofLive }
  const personalPath: SendingDeps['personalPath'] = async (firmId, liveId, signupUserId) => {
    const person = await letterForms.person(firmId, signupUserId)
    // Who was erased meanwhile is nobody's viewer any more.
    if (!person || (person.phone === '' && person.email === '')) return undefined
    const { name, phone, email } = person
    return signupJoin.viewerPath(firmId, liveId, { signupUserId, name, phone, email })
  }
  return { ...createSendingModule({ ...deps, ...templates, ...people, personalPath }), liveCustomers }
}

/** The kinds of letters that modules have facts for, and the texts that firms write for them. */
export const defineLetterKinds = ({ platform, signup, self, rooms, ...deps }: LetterKindsDeps) => {
  const { db, clock, limits, audit } = platform
  const { firms, letters, liveReader, audienceUrl } = deps
  const { publicSignup, letterForms, signupCodes: codes, seatRelease } = signup
  const { viewerPath } = signup.signupJoin
  const { person } = letterForms
  const facts = createSignupLetterFacts({ db, clock, firms, liveReader, publicSignup, viewerPath, audienceUrl })
  const keepPlaceUrl: Parameters<typeof defineSignupLetters>[0]['keepPlaceUrl'] = async (seat) =>
    audienceUrl() + (await seatRelease.keepPath(seat))
  const templates = createLetterTemplateModule({ platform, letters, firms, self, audienceUrl })
  const { contentsOf, automatic } = templates
  const { events } = platform
  defineSignupSms({ events, letters, facts, contentsOf, firms, limits, environment: deps.environment })
  defineSignupLetters({ letters, facts, person, codes, keepPlaceUrl, limits, clock, contentsOf, automatic })
  const sessionLetters = createSessionLetters({
    platform,
    letters,
    automatic,
    facts,
    firms,
    liveReader,
    viewerPath,
    keepPlaceUrl,
    contentsOf,
    audienceUrl,
    forms: letterForms,
    store: createSessionLetterStore(db),
  })
  defineCartLetters({
    platform,
    letters,
    automatic,
    firms,
    liveReader,
    viewerPath,
    audienceUrl,
    environment: deps.environment,
    carts: deps.orders.carts,
    person,
    store: createCartLetterStore(db),
  })
  const productReminders = createProductReminders({
    platform,
    letters,
    automatic,
    firms,
    liveReader,
    viewerPath,
    audienceUrl,
    environment: deps.environment,
    person,
    signupUserOf: async (firmId, liveUserId) => (await rooms.liveUsers.get(firmId, liveUserId))?.signupUserId ?? null,
    scriptOf: async (firmId, liveId) =>
      cuedScript(await liveReader.script(liveId), await rooms.parts.cues.cues(firmId, liveId)),
    store: createProductReminderStore(db),
  })
  const orderLetters = defineOrderLetters({ ...deps, limits, automatic, audit })
  return { ...templates, sessionLetters, orderLetters, productReminders }
}
