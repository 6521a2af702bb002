// Draws all pictures of the demo firm: node packages/server/seed/make-media.ts [art] [pictures]
// What it makes is committed (seed/art, seed/media): nobody needs to run it but whoever changes a drawing. It needs the
// Noto CJK fonts. The recording (media/demo.mp4) was made once, by a script that is in the history before this one.
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { face, tokens } from './draw/avatar.ts'
import { staffAvatars, viewerAvatars } from './draw/faces.ts'
import {
  hostStill,
  liveStill,
  logoStill,
  posterStill,
  productStills,
  shareStill,
  tableStill,
  waitingStill,
} from './draw/still.ts'

const art = path.join(import.meta.dirname, 'art')
const media = path.join(import.meta.dirname, 'media')

interface Picture {
  /** Within art without '.svg', within media without its ending. */
  readonly name: string
  readonly svg: string
  /** Pixels across. */
  readonly width: number
  readonly format: 'webp' | 'jpeg'
  /** 0–100. */
  readonly quality: number
}

const picture = (
  name: string,
  svg: string,
  width: number,
  quality = 90,
  format: Picture['format'] = 'webp',
): Picture => ({
  name,
  svg,
  width,
  format,
  quality,
})

const pictures: readonly Picture[] = [
  picture('logo', logoStill(), 320, 92),
  picture('poster', posterStill(), 1200),
  picture('poster-table', tableStill(), 1200),
  // Link previews of some messengers still don't read WebP.
  picture('meta', shareStill(), 1200, 86, 'jpeg'),
  picture('live', liveStill(), 1280),
  picture('live-info', waitingStill(), 1280),
  picture('host', hostStill(), 900),
  ...Object.entries(productStills).map(([name, svg]) => picture(name, svg, 1200)),
  picture('avatar-host', face(staffAvatars.host), 160, 90),
  picture('avatar-editor', face(staffAvatars.editor), 160, 90),
  ...Object.entries(viewerAvatars).map(([name, look]) => picture(`avatars/${name}`, face(look), 160, 90)),
  ...Object.entries(tokens).map(([name, svg]) => picture(`avatars/${name}`, svg, 160, 90)),
]

const drawArt = async (): Promise<void> => {
  await rm(art, { recursive: true, force: true })
  await mkdir(path.join(art, 'avatars'), { recursive: true })
  for (const { name, svg } of pictures) await writeFile(path.join(art, `${name}.svg`), `${svg}\n`)
}

const drawPictures = async (): Promise<void> => {
  await mkdir(path.join(media, 'avatars'), { recursive: true })
  for (const { name, svg, width, format, quality } of pictures) {
    const target = path.join(media, `${name}.${format === 'jpeg' ? 'jpg' : 'webp'}`)
    const own = await sharp(Buffer.from(svg)).metadata()
    const drawn = sharp(Buffer.from(svg), { density: (72 * width) / (own.width ?? width) }).resize(width)
    await (format === 'jpeg'
      ? drawn.flatten().jpeg({ quality, mozjpeg: true })
      : drawn.webp({ quality, effort: 6, smartSubsample: true })
    ).toFile(target)
    console.log(path.relative(media, target), (await stat(target)).size)
  }
}

const steps = new Set(process.argv.slice(2))
const wanted = (step: string): boolean => steps.size === 0 || steps.has(step)

if (wanted('art')) await drawArt()
if (wanted('pictures')) await drawPictures()
