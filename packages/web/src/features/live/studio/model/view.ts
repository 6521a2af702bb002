/** The part of the programme that the timeline shows. */
export interface TimelineView {
  /** Of the left edge, in ms of the programme. */
  readonly fromMs: number
  readonly pxPerMs: number
  /** Of the tracks, in px; 0 until they are drawn. */
  readonly width: number
}

/** The closest look: a second is so many px wide. */
const closest = 0.1
/** What is shown at first, in ms. */
const firstSpanMs = 600_000
/** Room behind the end, so that what stands there can be seen and pulled, in px. */
const behindEnd = 48

export const fitPxPerMs = (width: number, lengthMs: number): number =>
  width <= behindEnd || lengthMs <= 0 ? 0.001 : (width - behindEnd) / lengthMs

export const spanMs = ({ pxPerMs, width }: TimelineView): number => width / pxPerMs
export const xOf = ({ fromMs, pxPerMs }: TimelineView, ms: number): number => (ms - fromMs) * pxPerMs
export const msAt = ({ fromMs, pxPerMs }: TimelineView, x: number): number => fromMs + x / pxPerMs

/** The view as it may be: not before the begin, not behind the end, neither too near nor too far. */
export const boundedView = (view: TimelineView, lengthMs: number): TimelineView => {
  const fit = fitPxPerMs(view.width, lengthMs)
  const pxPerMs = Math.max(Math.min(fit, closest), Math.min(closest, view.pxPerMs))
  const last = lengthMs + behindEnd / pxPerMs - view.width / pxPerMs
  return { ...view, pxPerMs, fromMs: Math.max(0, Math.min(view.fromMs, last)) }
}

/** The view once the tracks have a width, around a moment. */
export const firstView = (width: number, lengthMs: number, ms: number): TimelineView =>
  boundedView(
    {
      width,
      pxPerMs: width / Math.min(firstSpanMs, lengthMs + behindEnd / fitPxPerMs(width, lengthMs)),
      fromMs: ms - 150_000,
    },
    lengthMs,
  )

/** Closer or farther, with what stands at `ms` staying where it is. */
export const zoomed = (view: TimelineView, pxPerMs: number, ms: number, lengthMs: number): TimelineView => {
  const next = boundedView({ ...view, pxPerMs }, lengthMs)
  return boundedView({ ...next, fromMs: ms - xOf(view, ms) / next.pxPerMs }, lengthMs)
}

/** How close the view is, from 0 (all of it) to 1; steps of it look even. */
export const zoomShare = (view: TimelineView, lengthMs: number): number => {
  const fit = fitPxPerMs(view.width, lengthMs)
  return fit >= closest ? 1 : Math.log(view.pxPerMs / fit) / Math.log(closest / fit)
}
export const pxPerMsOfShare = (share: number, width: number, lengthMs: number): number => {
  const fit = fitPxPerMs(width, lengthMs)
  return fit * (closest / fit) ** Math.max(0, Math.min(1, share))
}

/** The view with a moment in it; the same one while it is there already. */
export const revealing = (view: TimelineView, ms: number, lengthMs: number): TimelineView => {
  const x = xOf(view, ms)
  if (view.width === 0 || (x >= 24 && x <= view.width - 48)) return view
  return boundedView({ ...view, fromMs: ms - spanMs(view) * (x < 24 ? 0.3 : 0.15) }, lengthMs)
}

const stepsMs = [500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000]
/** Between two marks of the ruler, in px at least. */
const minMark = 84

export const rulerStepMs = (pxPerMs: number): number =>
  stepsMs.find((step) => step * pxPerMs >= minMark) ?? stepsMs.at(-1) ?? 60_000

const two = (value: number): string => String(value).padStart(2, '0')

/** 12:34, 1:02:03. */
export const showClock = (ms: number): string => {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`
}

/** 12:34.2 */
export const showTenths = (ms: number): string => {
  const tenths = Math.round(Math.max(0, ms) / 100)
  return `${showClock(tenths * 100)}.${tenths % 10}`
}

/** 4:42, 0:24, 0:00.5: how long something lasts. */
export const showLength = (ms: number): string => {
  const tenths = Math.round(Math.abs(ms) / 100)
  const seconds = Math.floor(tenths / 10)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = `${two(seconds % 60)}${tenths % 10 === 0 ? '' : `.${tenths % 10}`}`
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** +0:24, −1:02.5 */
export const showChange = (ms: number): string => `${ms < 0 ? '−' : '+'}${showLength(ms)}`
