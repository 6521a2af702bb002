import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log/log.ts'
import type { FirstHandler } from './server.ts'

type PathHandler = (request: IncomingMessage, response: ServerResponse, path: string) => boolean | Promise<boolean>

/** A handler of paths as the server's first: what it throws is logged, and answered if nothing was sent yet. */
export const bareHandler =
  (log: Log, handle: PathHandler): FirstHandler =>
  (request, response) => {
    const url = request.url ?? ''
    const cut = url.indexOf('?')
    const taken = handle(request, response, cut < 0 ? url : url.slice(0, cut))
    if (typeof taken === 'boolean') return taken
    taken.catch((error: unknown) => {
      log.error({ err: error, url }, 'a file could not be served')
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
    return true
  }
