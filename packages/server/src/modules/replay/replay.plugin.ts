import { replayRoutes } from '@kaimai/contract/replay/replay.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { Replay } from './replay.service.ts'

export const replayPlugin = (replay: Pick<Replay, 'chunk' | 'timeLog'>) =>
  bind(replayRoutes, {
    replay: async ({ query, setHeader }) => {
      const chunk = await replay.chunk(query.streamId, query.fromMs)
      // The same for everybody; what is taken away is gone as soon as here.
      setHeader('cache-control', 'public, max-age=5')
      return chunk
    },
    timeLog: async ({ viewer, body, ip }) => {
      await replay.timeLog(viewer, body, ip)
      return {}
    },
  })
