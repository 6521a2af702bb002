import type { Clock } from '../../platform/clock.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LiveReader } from './live-reader.service.ts'
import { createShortLinks, type ShortLinks, type ShortLinksDeps } from './short-links.ts'

/** A viewer of a live, as far as a short link looks. */
interface LinkedViewer {
  readonly anonymous: boolean
  readonly isLinkOpened: boolean
  readonly id: string
  readonly keyVersion: number
}

/** Viewers by the browser that opened their personal link. */
interface LinkedViewers<V extends LinkedViewer> {
  readonly deviceMark: (device: string) => string
  readonly marked: (
    firmId: string,
    liveId: string,
    marks: { liveUserId: null; phone: null; email: null; deviceHash: string },
  ) => Promise<readonly V[]>
  readonly viewerKeyOf: (viewer: V) => string
  readonly byViewerKey: (streamId: string, key: string) => Promise<V | undefined>
  readonly bySignUp: (firmId: string, liveId: string, signupUserId: string) => Promise<V | undefined>
}

export interface ShortLinksParts<V extends LinkedViewer> {
  readonly clock: Clock
  readonly liveReader: LiveReader
  readonly liveUsers: LinkedViewers<V>
  readonly firms: Pick<FirmService, 'publicFirm'>
  /** Whose sign-up to a live a browser holds. */
  readonly seatHeldBy: (firmId: string, liveId: string, device: string) => Promise<string | undefined>
  readonly signupPath: ShortLinksDeps['signupPath']
  /** Forms by their custom URL. */
  readonly publicSignup: { readonly contrast: (customUrl: string) => Promise<{ path: string }> }
  readonly publicSalesPage: { readonly page: (customUrl: string) => Promise<{ readonly customUrl: string }> }
}

/** Short addresses with what other modules know of them. */
export const createShortLinksModule = <V extends LinkedViewer>(parts: ShortLinksParts<V>): ShortLinks => {
  const { liveUsers } = parts
  return createShortLinks({
    lives: parts.liveReader,
    clock: parts.clock,
    isSuspended: async (firmId) => (await parts.firms.publicFirm(firmId)).suspended,
    ownKey: async ({ firmId, id }, device) => {
      const nobody = { liveUserId: null, phone: null, email: null } as const
      const marks = { ...nobody, deviceHash: liveUsers.deviceMark(device) }
      const own = (await liveUsers.marked(firmId, id, marks)).filter(({ anonymous }) => !anonymous)
      const [only] = own
      // Of several people of one browser nobody knows who comes now.
      if (only === undefined || own.length > 1) return undefined
      // A link that was ended is nobody's way back in, in no browser.
      return only.isLinkOpened ? liveUsers.viewerKeyOf(only) : undefined
    },
    isKey: async ({ streamId }, key) => (await liveUsers.byViewerKey(streamId, key)) !== undefined,
    heldKey: async ({ firmId, id }, device) => {
      const signupUserId = await parts.seatHeldBy(firmId, id, device)
      const viewer = signupUserId === undefined ? undefined : await liveUsers.bySignUp(firmId, id, signupUserId)
      return viewer && liveUsers.viewerKeyOf(viewer)
    },
    signupPath: parts.signupPath,
    pages: [
      parts.publicSignup.contrast,
      async (customUrl) => ({ path: `/s/${(await parts.publicSalesPage.page(customUrl)).customUrl}` }),
    ],
  })
}
