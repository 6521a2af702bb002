import type { Clock } from '../../platform/clock.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { LiveReader } from './live-reader.service.ts'
import { createShortLinks, type ShortLinks, type ShortLinksDeps } from './short-links.ts'

export interface ShortLinksParts {
  readonly clock: Clock
  readonly liveReader: LiveReader
  readonly liveUsers: Pick<LiveUserService, 'deviceMark' | 'marked' | 'viewerKeyOf'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly signupPath: ShortLinksDeps['signupPath']
  /** Forms by their custom URL. */
  readonly publicSignup: { readonly contrast: (customUrl: string) => Promise<{ path: string }> }
  readonly publicSalesPage: { readonly page: (customUrl: string) => Promise<{ readonly customUrl: string }> }
}

/** Short addresses with what other modules know of them. */
export const createShortLinksModule = (parts: ShortLinksParts): ShortLinks => {
  const { liveUsers } = parts
  return createShortLinks({
    lives: parts.liveReader,
    clock: parts.clock,
    isSuspended: async (firmId) => (await parts.firms.publicFirm(firmId)).suspended,
    ownKey: async ({ firmId, id }, device) => {
      const nobody = { liveUserId: null, phone: null, email: null }
      const marks = { ...nobody, deviceHash: liveUsers.deviceMark(device) }
      const own = (await liveUsers.marked(firmId, id, marks)).filter(({ anonymous }) => !anonymous)
      const [only] = own
      // Of several people of one browser nobody knows who comes now.
      if (only === undefined || own.length > 1) return undefined
      // A link that was ended is nobody's way back in, in no browser.
      return only.isLinkOpened ? liveUsers.viewerKeyOf(only) : undefined
    },
    signupPath: parts.signupPath,
    pages: [
      parts.publicSignup.contrast,
      async (customUrl) => ({ path: `/s/${(await parts.publicSalesPage.page(customUrl)).customUrl}` }),
    ],
  })
}
