import { fail } from '@kaimai/contract/common/error.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { ownSignupRoutes } from '@kaimai/contract/signup/own-signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { withCaller } from '@kaimai/contract/tracking/tracking-payload.rules.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { deviceHash, knownDevice } from '../../platform/http/device.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import type { OwnContact } from './own-contact.service.ts'
import type { createPeeks } from './peek.service.ts'
import type { SeatRelease } from './seat-release.service.ts'
import type { PublicSignupService } from './public-signup.service.ts'
import type { SignupCodes } from './signup-code.service.ts'
import type { SignupService } from './signup.service.ts'

/** Per address; generous, for a phone network puts many people behind one. */
const signUpLimit = { limit: 600, windowMs: 10 * 60_000 } as const

export const signupPlugin = (signups: SignupService) =>
  bind(signupRoutes, {
    list: ({ firm, query }) => signups.list(firm.id, query),
    counts: ({ firm }) => signups.counts(firm.id),
    checkCustomUrl: ({ query }) => signups.checkCustomUrl(query),
    create: ({ firm, body, ip }) => signups.create(firm.id, body, actorOf(firm, ip)),
    availableLives: ({ firm }) => signups.availableLives(firm.id),
    show: ({ firm, params }) => signups.show(firm.id, params.id),
    change: ({ firm, params, body, ip }) => signups.change(firm.id, params.id, body, actorOf(firm, ip)),
    setPublished: async ({ firm, params, body, ip }) => {
      await signups.setPublished(firm.id, params.id, body.published, actorOf(firm, ip))
      return {}
    },
    remove: async ({ firm, params, ip }) => {
      await signups.remove(firm.id, params.id, actorOf(firm, ip))
      return {}
    },
  })

export const publicSignupPlugin = ({
  publicSignup,
  peek,
  seatRelease,
  limits,
}: {
  publicSignup: PublicSignupService
  peek: ReturnType<typeof createPeeks>
  seatRelease: SeatRelease
  limits: Limits
}) =>
  bind(publicSignupRoutes, {
    page: (context) => publicSignup.page(context.query.customUrl, knownDevice(context)),
    seen: async (context) => {
      const { customUrl, viewerKey } = context.body
      if (customUrl !== undefined) await seatRelease.seen(customUrl, knownDevice(context))
      if (viewerKey !== undefined) await seatRelease.linkUsed(viewerKey)
      return {}
    },
    keepPlace: async ({ body, ip }) => {
      const taken = await limits.take(`keep-place:${networkOf(ip)}`, signUpLimit)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      return seatRelease.keepPlace(body.key, body.again)
    },
    peek: async (context) => {
      // A phone network puts thousands behind one address: nobody is refused for it, only no longer counted.
      const taken = await limits.take(`peek:${networkOf(context.ip)}`, signUpLimit)
      return peek(context.body, knownDevice(context), taken.ok)
    },
    contrast: ({ query }) => publicSignup.contrast(query.url),
    signUp: async (context) => {
      const taken = await limits.take(`sign-up:${networkOf(context.ip)}`, signUpLimit)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      const by = { deviceHash: deviceHash(context), language: context.language }
      return publicSignup.signUp(withCaller(context.body, context), by)
    },
  })

/** What somebody does with the own sign-up: gets to it by a code, and corrects it. */
export const ownSignupPlugin = ({
  codes,
  correctContact,
  limits,
}: {
  codes: SignupCodes
  correctContact: OwnContact
  limits: Limits
}) => {
  const checkNetwork = async (act: string, ip: string): Promise<void> => {
    const taken = await limits.take(`${act}:${networkOf(ip)}`, signUpLimit)
    if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
  }
  return bind(ownSignupRoutes, {
    askCode: async (context) => {
      await checkNetwork('ask-code', context.ip)
      await codes.ask(context.body, { deviceHash: deviceHash(context), network: networkOf(context.ip) })
      return {}
    },
    enterCode: async (context) => {
      await checkNetwork('enter-code', context.ip)
      return codes.enter(context.body, deviceHash(context))
    },
    correct: async (context) => {
      await checkNetwork('own-contact', context.ip)
      await correctContact(context.body, knownDevice(context))
      return {}
    },
  })
}
