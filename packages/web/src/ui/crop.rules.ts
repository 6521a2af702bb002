/** A square cut-out: how far it is zoomed in (1: as large as the picture allows) and its middle, 0 to 1 of each side. */
export interface Crop {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const maxZoom = 5
export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 }

const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** Side of the square in the picture's own pixels. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom

/** The same crop, moved and sized so that the square lies inside the picture. */
export const fitted = (size: Size, request: Crop): Crop => {
  const zoom = within(request.zoom, 1, maxZoom)
  const side = sideOf(size, { ...request, zoom })
  const edge = (length: number) => side / 2 / length
  return {
    zoom,
    x: within(request.x, edge(size.width), 1 - edge(size.width)),
    y: within(request.y, edge(size.height), 1 - edge(size.height)),
  }
}

/** What is cut out, in the picture's own pixels. */
export const cutOf = (size: Size, crop: Crop) => {
  const side = sideOf(size, crop)
  return { left: crop.x * size.width - side / 2, top: crop.y * size.height - side / 2, side }
}

/** Moved by screen pixels on a stage of that width: dragging the picture to the right looks further left. */
export const dragged = (
  size: Size,
  crop: Crop,
  stage: number,
  by: { readonly dx: number; readonly dy: number },
): Crop => {
  const perPixel = sideOf(size, crop) / stage
  return fitted(size, {
    ...crop,
    x: crop.x - (by.dx * perPixel) / size.width,
    y: crop.y - (by.dy * perPixel) / size.height,
  })
}
