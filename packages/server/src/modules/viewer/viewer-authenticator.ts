import { fail } from '@kaimai/contract/common/error.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { ViewerKey } from '@kaimai/contract/room/room.routes.ts'
import type { Credentials, ViewerCaller } from '../../platform/http/caller.ts'
import type { LiveUserService } from './viewer.service.ts'

/** Who calls with the key of a personal link: header x-viewer-key. */
export const viewerAuthenticator =
  (
    liveUsers: Pick<LiveUserService, 'byKey'>,
    isSuspended: (firmId: string) => Promise<boolean> = () => Promise.resolve(false),
  ) =>
  async ({ header }: Credentials): Promise<ViewerCaller> => {
    const key = ViewerKey.safeParse(header('x-viewer-key'))
    const user = key.success ? await liveUsers.byKey(key.data) : undefined
    if (user === undefined) throw fail('forbidden', { reason: roomErrors.viewerUnknown })
    // As a room of that merchant: there is none.
    if (await isSuspended(user.firmId)) throw fail('notFound')
    if (user.blocked) throw fail('forbidden', { reason: roomErrors.blockedHere })
    return { kind: 'viewer', firmId: user.firmId, liveId: user.liveId, liveUserId: user.id }
  }
