import type { Platform } from '../../platform/platform.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { OrderService } from '../order/order.service.ts'
import type { ViewerListService } from '../viewer/viewer-list.service.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { PaidSignUps } from '../signup/paid-signup.service.ts'
import type { SeatMaker, PublicSignupDeps } from '../signup/public-signup.service.ts'
import { createSignupOrderStore } from '../signup/signup-order.store.ts'
import { createSignupUserAdd } from './signup-user-add.ts'
import { createLetterAudience } from './letter-audience.service.ts'
import { createErase, type EraseProfiles, type Erasers } from './signup-user-erase.ts'
import { createSignupUserEraseStore } from './signup-user-erase.store.ts'
import { createSignupUserExport } from './signup-user-export.ts'
import { createSignupUserImport } from './signup-user-import.ts'
import { createSignupUserListStore } from './signup-user-list.store.ts'
import { createMove } from './signup-user-move.ts'
import { createSignupUserReader } from './signup-user-reader.ts'
import { createSeating } from './signup-user-seating.ts'
import { createSignupUserService } from './signup-user.service.ts'
import { createSignupUserStore } from './signup-user.store.ts'
import '../order/order.events.ts'

export interface SignupUsersDeps {
  readonly platform: Platform
  readonly liveReader: LiveReader
  readonly liveUsers: Pick<LiveUserService, 'endLink' | 'get'>
  readonly upcoming: (firmId: string) => Promise<readonly string[]>
  readonly orders: Pick<OrderService, 'ofViewers' | 'viewerOf'>
  readonly paidSignUps: Pick<PaidSignUps, 'ordersOfPeople' | 'personOf'>
  readonly letters: Pick<LetterService, 'ofPerson'>
  readonly viewerList: ViewerListService
  readonly seats: SeatMaker
  readonly viewerPath: PublicSignupDeps['viewerPath']
  readonly eraseProfiles: EraseProfiles
  readonly erasers: Erasers
}

/** What lists of people are narrowed by is noted when it happens: who came (the rooms tell it), and who ordered. */
export const createSignupUserModule = (deps: SignupUsersDeps) => {
  const { platform, liveReader, liveUsers, viewerList, orders, seats } = deps
  const { events } = platform
  const store = createSignupUserStore(platform.db)
  const lists = createSignupUserListStore(platform.db)

  const ordersOf = async (firmId: string, signupUserId: string, liveUserIds: readonly string[]) => {
    const paid = await deps.paidSignUps.ordersOfPeople(firmId, [signupUserId])
    return orders.ofViewers(firmId, liveUserIds, [...paid.keys()])
  }

  const reader = createSignupUserReader({
    clock: platform.clock,
    store,
    lists,
    liveReader,
    upcoming: deps.upcoming,
    viewers: viewerList,
    ordersOf,
    lettersOf: deps.letters.ofPerson,
    viewerPath: deps.viewerPath,
  })

  const seating = createSeating({ platform, store, liveReader })

  const noteOrders = async ({ firmId, orderId }: { firmId: string; orderId: string }): Promise<void> => {
    const liveUserId = await orders.viewerOf(firmId, orderId)
    const viewer = liveUserId === undefined ? undefined : await liveUsers.get(firmId, liveUserId)
    const signupUserId = viewer?.signupUserId ?? (await deps.paidSignUps.personOf(firmId, orderId))
    if (!signupUserId) return
    const seen = await viewerList.ofSignups(firmId, [signupUserId], new Map())
    const placed = await ordersOf(
      firmId,
      signupUserId,
      seen.map((one) => one.liveUserId),
    )
    const first = placed.find(({ counts }) => counts)
    await store.setOrdered(firmId, signupUserId, first?.createdAt ?? null)
  }
  events.on('order.placed', 'signup-user-ordered', noteOrders)
  events.on('order.paid', 'signup-user-ordered', noteOrders)
  events.on('order.expired', 'signup-user-ordered', noteOrders)
  events.on('order.cancelled', 'signup-user-ordered', noteOrders)

  return {
    store,
    audience: createLetterAudience(platform.db),
    reader,
    people: createSignupUserService({ platform, store, reader, liveReader, seats }),
    move: createMove({
      platform,
      store,
      liveReader,
      seats,
      paidOrders: createSignupOrderStore(platform.db),
      endLink: liveUsers.endLink,
    }),
    sheets: createSignupUserExport({ platform, lists, reader }),
    imports: createSignupUserImport({ platform, store, seating }),
    erase: createErase({
      ...deps.erasers,
      platform,
      store,
      erasing: createSignupUserEraseStore(platform.db),
      liveReader,
      endLink: liveUsers.endLink,
      paidSignUps: deps.paidSignUps,
      eraseProfiles: deps.eraseProfiles,
    }),
    add: createSignupUserAdd({ platform, store, seating }),
  }
}
export type SignupUsers = ReturnType<typeof createSignupUserModule>
