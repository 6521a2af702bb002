import type { createCommentModModule } from './modules/comment-mod/comment-mod.module.ts'
import type { createCustomerModule } from './modules/customer/customer.module.ts'
import type { LetterTemplates } from './modules/letter-template/letter-template.module.ts'
import type { createLiveModule } from './modules/live/live.module.ts'
import type { OrderService } from './modules/order/order.service.ts'
import type { PaymentService } from './modules/payment/payment.service.ts'
import type { createProductModule } from './modules/product/product.module.ts'
import type { createReplayModule } from './modules/replay/replay.module.ts'
import type { createRoomModule } from './modules/room/room.module.ts'
import type { createSignupModule } from './modules/signup/signup.module.ts'
import type { createSignupUserModule } from './modules/signup-user/signup-user.module.ts'
import type { createTrackingModule } from './modules/tracking/tracking.module.ts'

type Made<F extends (...args: never[]) => unknown> = ReturnType<F>

/** What modules ask of those that come after them. */
export interface LaterServices {
  readonly lives: Made<typeof createLiveModule>['lives']
  readonly liveReader: Made<typeof createLiveModule>['liveReader']
  readonly liveUses: Made<typeof createLiveModule>['liveUses']
  readonly comments: Made<typeof createCommentModModule>['ofVideos']
  readonly rooms: Made<typeof createRoomModule>
  readonly products: Pick<Made<typeof createProductModule>, 'shownProducts'>
  readonly metering: Made<typeof createRoomModule>['metering']
  readonly replay: Made<typeof createReplayModule>
  readonly letterTemplates: LetterTemplates
  readonly signups: Made<typeof createSignupModule>['signups']
  readonly signupFacts: Made<typeof createSignupModule>['signupFacts']
  readonly orders: OrderService
  readonly payments: Pick<PaymentService, 'askBeforeEnd'>
  readonly people: Made<typeof createSignupUserModule>['store']
  readonly profiles: Pick<Made<typeof createCustomerModule>, 'erase'>
  readonly tracking: Pick<Made<typeof createTrackingModule>, 'trackingFor'>
}
