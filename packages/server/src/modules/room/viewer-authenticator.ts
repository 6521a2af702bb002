import { fail } from '@kaimai/contract/common/error.ts'
import { roomReasons } from '@kaimai/contract/room/room.reasons.ts'
import { StreamId, ViewerKey } from '@kaimai/contract/room/room.routes.ts'
import type { Credentials, ViewerCaller } from '../../platform/http/caller.ts'
import type { LiveUserService } from './live-user.service.ts'

/** Who calls with the key of a personal link: headers x-viewer-key and x-stream-id. */
export const viewerAuthenticator =
  (liveUsers: Pick<LiveUserService, 'byViewerKey'>) =>
  async ({ header }: Credentials): Promise<ViewerCaller> => {
    const key = ViewerKey.safeParse(header('x-viewer-key'))
    const streamId = StreamId.safeParse(header('x-stream-id'))
    const user = key.success && streamId.success ? await liveUsers.byViewerKey(streamId.data, key.data) : undefined
    if (user === undefined) throw fail('forbidden', { reason: roomReasons.viewerUnknown })
    if (user.blocked) throw fail('forbidden', { reason: roomReasons.blockedHere })
    return { kind: 'viewer', firmId: user.firmId, liveId: user.liveId, liveUserId: user.id }
  }
