import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}
interface Asset {
  readonly type: string
  readonly plain: Buffer
  readonly brotli: Buffer | undefined
  readonly gzip: Buffer | undefined
}

const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/**
 * The built web app's files, held in memory with the compressed twins (.br, .gz) that the build leaves beside them.
 * Their names carry a hash of their content, so browsers keep them for ever. Answers false for what it does not hold.
 */
export const createStaticAssets = async (folder: string) => {
  const assets = new Map<string, Asset>()
  const files = new Set(await filesBelow(folder))
  const twinOf = (path: string): Promise<Buffer> | undefined => (files.has(path) ? readFile(path) : undefined)
  const read = async (path: string): Promise<void> => {
    const type = types[extname(path)]
    if (type === undefined) return
    const url = `/${relative(folder, path).split(sep).join('/')}`
    const [plain, brotli, gzip] = await Promise.all([readFile(path), twinOf(`${path}.br`), twinOf(`${path}.gz`)])
    assets.set(url, { type, plain, brotli, gzip })
  }
  await Promise.all([...files].map(read))

  const serve = (request: IncomingMessage, response: ServerResponse): boolean => {
    const asset = assets.get((request.url ?? '').split('?')[0] ?? '')
    if (!asset || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const accepts = String(request.headers['accept-encoding'] ?? '')
    const encoded: [string, Buffer] | undefined =
      asset.brotli && accepts.includes('br')
        ? ['br', asset.brotli]
        : asset.gzip && accepts.includes('gzip')
          ? ['gzip', asset.gzip]
          : undefined
    const body = encoded?.[1] ?? asset.plain
    response.writeHead(200, {
      'content-type': asset.type,
      'content-length': body.length,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      ...(encoded ? { 'content-encoding': encoded[0] } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }

  return { serve, size: () => assets.size }
}
export type StaticAssets = Awaited<ReturnType<typeof createStaticAssets>>
