import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FirstHandler } from '../../platform/http/server.ts'

const folder = fileURLToPath(new URL('../../../seed/media/avatars/', import.meta.url))
const prefix = '/media/avatar/'

/** An uploaded picture: its name with the ending. */
const uploaded = /^i[\w-]{10,40}\.webp$/

/**
 * The shipped set of pictures, ours to use (drawn, nobody's likeness): `userImgId` is the file's name without its
 * ending. A firm's own pictures have the name of the upload as theirs.
 */
export const createAvatars = (from = folder) => {
  const pictures = new Map(
    readdirSync(from)
      .filter((file) => file.endsWith('.webp'))
      .toSorted()
      .map((file) => [file.slice(0, -'.webp'.length), readFileSync(join(from, file))] as const),
  )
  const urlOf = (userImgId: string): string => {
    if (pictures.has(userImgId)) return `${prefix}${userImgId}.webp`
    return uploaded.test(userImgId) ? `/media/image/${userImgId}` : ''
  }
  const serve: FirstHandler = (request, response) => {
    const url = request.url ?? ''
    if (!url.startsWith(prefix)) return false
    const picture = pictures.get(url.slice(prefix.length).replace(/\.webp(\?.*)?$/, ''))
    if (!picture) {
      response.writeHead(404).end()
      return true
    }
    response.writeHead(200, {
      'content-type': 'image/webp',
      'content-length': picture.length,
      'cache-control': 'public, max-age=604800',
      'x-content-type-options': 'nosniff',
    })
    response.end(request.method === 'HEAD' ? undefined : picture)
    return true
  }
  return { ids: (): string[] => [...pictures.keys()], has: (id: string) => pictures.has(id), urlOf, serve }
}
export type Avatars = ReturnType<typeof createAvatars>
