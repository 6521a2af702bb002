import { useEffect, useState } from 'react'
import css from './qr-code.module.css'

interface QrCodeProps {
  /** What a phone's camera reads. */
  readonly value: string
  /** What it is, for who does not see it. */
  readonly label: string
}

type Matrix = readonly (readonly boolean[])[]

/** Quiet modules around it, as the standard asks. */
const border = 4

/** Fetched when a code is first shown. */
const matrixOf = async (value: string): Promise<Matrix> => {
  const { encode } = await import('uqr')
  return encode(value, { ecc: 'M', border }).data
}

/** Dark modules as one path, a unit each. */
const pathOf = (matrix: Matrix): string =>
  matrix.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')

/** An address to be read by a phone's camera. */
export const QrCode = ({ value, label }: QrCodeProps) => {
  const [matrix, setMatrix] = useState<Matrix>()
  useEffect(() => {
    let isWanted = true
    void matrixOf(value).then((made) => isWanted && setMatrix(made))
    return () => {
      isWanted = false
    }
  }, [value])
  const size = matrix?.length ?? 1
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      {matrix && <path d={pathOf(matrix)} />}
    </svg>
  )
}

/** Pixels a module at least, in the picture to download. */
const modulePx = 24

/** The code as a PNG for print and posts. */
export const qrPicture = async (value: string): Promise<Blob | undefined> => {
  const matrix = await matrixOf(value)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = matrix.length * modulePx
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  matrix.forEach((row, y) =>
    row.forEach((dark, x) => dark && context.fillRect(x * modulePx, y * modulePx, modulePx, modulePx)),
  )
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}
