/** Light modules around a code, as its standard asks. */
const margin = 4
/** Of the picture to print, in px at least. */
const pictureSize = 1024

// Loaded when the first code is asked for.
const modulesOf = async (text: string): Promise<readonly (readonly boolean[])[]> => {
  const { encode } = await import('uqr')
  return encode(text, { ecc: 'M', border: margin }).data
}

/** The code as an SVG document: sharp at any size. */
export const qrSvg = async (text: string): Promise<string> => {
  const modules = await modulesOf(text)
  const path = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  const size = modules.length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}

/** The code as a PNG for print. */
export const qrPng = async (text: string): Promise<Blob> => {
  const modules = await modulesOf(text)
  const scale = Math.ceil(pictureSize / modules.length)
  const canvas = document.createElement('canvas')
  canvas.width = modules.length * scale
  canvas.height = modules.length * scale
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  modules.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) pen.fillRect(x * scale, y * scale, scale, scale)
    }),
  )
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
