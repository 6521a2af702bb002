import { apronDefs } from '../draw/apron.ts'
import { backdrop, backdropDefs, horizon } from '../draw/backdrop.ts'
import { glazeDefs } from '../draw/glaze.ts'
import { hostDefs } from '../draw/host.ts'
import { beam, room, studioDefs, table } from '../draw/studio.ts'
import { clamp, document, ease, mix } from '../draw/svg.ts'
import { chapters, demoVideo } from '../content/show.ts'
import { closeShots } from './close-shots.ts'
import { paintOverlay } from './overlay.ts'
import { dissolve, fade, frameHeight, frameWidth, inside, lay, look, paint, vignette } from './raster.ts'
import type { Raster, View } from './raster.ts'
import type { Shot } from './shots.ts'
import { studioShots } from './studio-shots.ts'

/** Seconds in which one shot dissolves into the next within a chapter. */
const dissolveTime = 0.28

const shots: readonly Shot[] = [...studioShots, ...closeShots].sort((a, b) => a.from - b.from)

const stageScale = 1.5

const stageSvg = (stage: Shot['stage']): string =>
  stage === 'studio'
    ? document(frameWidth, frameHeight, glazeDefs(), studioDefs(), room(), table(), beam(0.5))
    : document(frameWidth, frameHeight, backdropDefs(stage), backdrop(frameWidth, frameHeight, horizon))

const cameraAt = (shot: Shot, t: number): View => {
  const [start, end] = shot.camera
  const raw = clamp((t - shot.from) / (shot.to - shot.from))
  const share = mix(raw, ease(raw), 0.6)
  return inside({
    x: mix(start.x, end.x, share),
    y: mix(start.y, end.y, share),
    zoom: mix(start.zoom, end.zoom, share),
  })
}

export interface Film {
  /** The frame at `t` seconds: 1280 × 720, RGB. */
  readonly frame: (t: number) => Promise<Uint8Array>
}

/** Paints what stands still once, and then any second of the recording on demand; frames don't depend on each other. */
export const openFilm = async (): Promise<Film> => {
  const stages = new Map<Shot['stage'], Raster>()
  for (const stage of new Set(shots.map((shot) => shot.stage))) {
    stages.set(stage, await paint(stageSvg(stage), stageScale, 3))
  }
  const overlay = await paintOverlay()
  const defs = glazeDefs() + hostDefs() + apronDefs()

  const draw = async (shot: Shot, t: number): Promise<Uint8Array> => {
    const stage = stages.get(shot.stage)
    if (!stage) throw new Error(`No stage ${shot.stage}`)
    const camera = cameraAt(shot, t)
    const toFrame = `translate(${frameWidth / 2} ${frameHeight / 2}) scale(${camera.zoom.toFixed(5)}) translate(${(-camera.x).toFixed(3)} ${(-camera.y).toFixed(3)})`
    const moving = paint(document(frameWidth, frameHeight, defs, `<g transform="${toFrame}">${shot.draw(t)}</g>`), 1, 4)
    const frame = look(stage, camera)
    lay(frame, await moving)
    return frame
  }

  const frame = async (t: number): Promise<Uint8Array> => {
    const index = Math.max(
      0,
      shots.findLastIndex((shot) => shot.from <= t),
    )
    const shot = shots[index]
    if (!shot) throw new Error('The film has no shots')
    const picture = await draw(shot, t)
    const before = shots[index - 1]
    const since = t - shot.from
    if (before && since < dissolveTime && !chapters.some((chapter) => chapter.at === shot.from)) {
      dissolve(picture, await draw(before, t), 1 - ease(since, 0, dissolveTime))
    }
    vignette(picture)
    await overlay.apply(picture, t)
    fade(picture, ease(t, demoVideo.duration - 0.7, demoVideo.duration - 0.05))
    return picture
  }
  return { frame }
}
