import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'

/** The demo firm's running room: its stream id and address; undefined on a server without one. */
export const demoRoom = () =>
  queryOptions({
    queryKey: ['bench', 'room'],
    queryFn: async ({ signal }) => {
      const { roomUrl = '' } = await call(firmRoutes.demo, {}, { signal, quiet: true })
      const streamId = /\/stream\/([^/]+)\//.exec(roomUrl)?.[1]
      return streamId === undefined ? null : { streamId, roomUrl }
    },
  })

/** Each pane is a browser of its own: no cookies, and the key it was given. */
export const joinAsStranger = (who: { streamId: string; name: string; viewerKey?: string | undefined }) =>
  call(roomRoutes.join, { body: who }, { quiet: true, stranger: true })
