import { document, ellipse, group, shape } from './svg.ts'

/** Small friendly faces, 160 × 160, safe to crop to a circle. */

export type HairCut = 'bob' | 'long' | 'bun' | 'short' | 'crop' | 'curly' | 'tail' | 'parted' | 'bald' | 'wave'

export interface Face {
  readonly ground: string
  readonly skin: string
  readonly hair: string
  readonly cut: HairCut
  readonly shirt: string
  readonly glasses?: boolean
  readonly beard?: boolean
  readonly hat?: string
  readonly earrings?: boolean
  readonly smile?: 'closed' | 'open'
  readonly eyes?: 'open' | 'arcs'
}

const backHair: Readonly<Record<HairCut, string>> = {
  bob: 'M46 66c-2-44 70-46 68 0 2 18 4 30 0 42-6 8-20 6-26 2H70c-6 4-18 6-24-2-4-12-2-24 0-42Z',
  long: 'M46 66c-2-46 70-46 68 0 2 26 8 52 6 74-12 8-26 4-32 0H72c-6 4-20 8-32 0-2-22 4-48 6-74Z',
  bun: 'M48 66c-2-40 66-40 64 0 0 12-2 22-6 30H54c-4-8-6-18-6-30Z',
  short: 'M49 68c-4-40 66-42 62 0-1 8-2 14-4 18H53c-2-4-3-10-4-18Z',
  crop: 'M51 68c-4-36 62-36 58 0l-3 14H54Z',
  curly:
    'M42 76c-8-10-2-22 4-24 0-12 10-18 18-16 6-8 22-8 28 0 10-2 18 6 17 16 8 4 10 16 3 24 4 8-2 18-8 20H52c-8-2-12-12-10-20Z',
  tail: 'M48 66c-2-42 66-42 64 0 8 6 16 14 18 34 2 14-6 24-14 22-6-14-4-28-12-40H54c-4-6-6-10-6-16Z',
  parted: 'M48 68c-2-42 66-44 64 0 0 10 0 18-3 26-8 4-12-2-14-8H65c-2 6-6 12-14 8-3-8-3-16-3-26Z',
  bald: '',
  wave: 'M44 68c-4-46 76-46 72 0 8 10-2 18 4 28 6 10-2 22-12 22-8 2-14-2-18-6H70c-4 4-10 8-18 6-10 0-18-12-12-22 6-10-4-18 4-28Z',
}

const frontHair: Readonly<Record<HairCut, string>> = {
  bob: 'M50 72c2-34 58-38 60 0-12-2-30-6-38-18-4 10-12 16-22 18Z',
  long: 'M50 76c-2-40 34-42 34-42s30 2 26 42c-4-14-14-22-26-30-6 12-22 16-34 30Z',
  bun: 'M52 70c4-30 52-32 56 0-10-14-46-14-56 0Z',
  short: 'M50 72c-2-36 58-42 60-2-6-8-10-12-14-18-10 8-28 10-40 8-2 4-4 8-6 12Z',
  crop: 'M52 66c2-28 54-30 56 0-6-8-12-10-18-10H70c-6 0-12 2-18 10Z',
  curly:
    'M48 68c-2-12 8-22 16-20 6-8 20-8 26 0 10-2 22 6 22 20-6-6-12-6-16-10-6 4-14 4-18 0-6 6-12 4-16 2-4 4-8 6-14 8Z',
  tail: 'M51 70c2-32 56-34 58 0-8-12-18-16-28-18-8 10-20 12-30 18Z',
  parted: 'M50 76c-4-36 26-42 30-42 4 0 34 6 30 42-4-14-18-20-28-34-8 14-26 20-32 34Z',
  bald: '',
  wave: 'M50 74c-6-34 24-42 34-40 14 2 30 14 26 40-4-10-12-16-22-18-14 8-30 6-38 18Z',
}

/** Hair over the top of the head, above whatever falls into the forehead. */
const crown = 'M50 70C45 25 115 25 110 70 107 60 98 55 80 55S53 60 50 70Z'

const crowned: readonly HairCut[] = ['bob', 'bun', 'crop', 'curly', 'short', 'tail']

export const face = (look: Face): string => {
  const line = '#3a261d'
  const eye = (x: number): string =>
    look.eyes === 'arcs'
      ? shape(`M${x - 5} 74q5-6 10 0`, `fill="none" stroke="${line}" stroke-width="2.8" stroke-linecap="round"`)
      : ellipse(x, 73, 3, 3.6, `fill="${line}"`) + ellipse(x + 1, 71.6, 1, 1, 'fill="#fff"')
  return document(
    160,
    160,
    `<path d="M0 0h160v160H0z" fill="${look.ground}"/>`,
    '<circle cx="80" cy="84" r="66" fill="#fff" opacity=".2"/>',
    look.cut === 'bun' ? ellipse(80, 30, 15, 13, `fill="${look.hair}"`) : '',
    shape(backHair[look.cut], `fill="${look.hair}"`),
    shape('M70 92h20v22H70z', `fill="${look.skin}"`),
    shape('M70 98c6 6 14 6 20 0v6c-6 6-14 6-20 0Z', 'fill="#5a2f1c" opacity=".18"'),
    shape('M26 164c0-38 22-52 44-54 4 9 16 9 20 0 22 2 44 16 44 54Z', `fill="${look.shirt}"`),
    shape('M68 110c4 12 20 12 24 0', 'fill="none" stroke="#fff" stroke-width="3" opacity=".5"'),
    look.cut === 'bald' || look.cut === 'crop' || look.cut === 'short'
      ? ellipse(53, 76, 5, 7, `fill="${look.skin}"`) + ellipse(107, 76, 5, 7, `fill="${look.skin}"`)
      : '',
    shape('M53 66c0-22 12-30 27-30s27 8 27 30c0 24-12 40-27 40S53 90 53 66Z', `fill="${look.skin}"`),
    ellipse(64, 84, 6, 4, 'fill="#e5735a" opacity=".28"'),
    ellipse(96, 84, 6, 4, 'fill="#e5735a" opacity=".28"'),
    look.beard
      ? shape('M55 78c2 22 12 31 25 31s23-9 25-31c-4 10-12 10-25 9-13 1-21 1-25-9Z', `fill="${look.hair}"`)
      : '',
    shape(
      'M61 64q6-4 11-1M88 63q6-3 11 1',
      `fill="none" stroke="${look.hair}" stroke-width="2.6" stroke-linecap="round"`,
    ),
    eye(67),
    eye(93),
    shape('M80 76c1 4 1 5-1 6', 'fill="none" stroke="#8f5236" stroke-width="2" stroke-linecap="round" opacity=".7"'),
    look.smile === 'open'
      ? shape('M71 89h18c0 12-18 12-18 0Z', 'fill="#9c4038"') + shape('M72 89h16c0 3-16 3-16 0Z', 'fill="#fff"')
      : shape(
          'M72 90q8 7 16 0',
          `fill="none" stroke="${look.beard ? '#f2d6c4' : '#a04b3b'}" stroke-width="2.8" stroke-linecap="round"`,
        ),
    !crowned.includes(look.cut) ? '' : shape(crown, `fill="${look.hair}"`),
    shape(frontHair[look.cut], `fill="${look.hair}"`),
    look.hat
      ? shape('M48 58c0-34 64-34 64 0Z', `fill="${look.hat}"`) +
          shape('M42 58c20-8 56-8 76 0-4 6-72 6-76 0Z', `fill="${look.hat}"`) +
          shape('M48 54c20-6 44-6 64 0', 'fill="none" stroke="#fff" stroke-width="3" opacity=".35"')
      : '',
    look.glasses
      ? `<g fill="#fff" fill-opacity=".16" stroke="${line}" stroke-width="2.2"><circle cx="67" cy="73" r="9.5"/><circle cx="93" cy="73" r="9.5"/><path d="M76.5 72q3.5-2.500 7 0" fill="none"/></g>`
      : '',
    look.earrings
      ? '<circle cx="52" cy="88" r="2.6" fill="#e0b95c"/><circle cx="108" cy="88" r="2.6" fill="#e0b95c"/>'
      : '',
  )
}

const ground = (color: string): string =>
  `<path d="M0 0h160v160H0z" fill="${color}"/><circle cx="80" cy="84" r="62" fill="#fff" opacity=".24"/>`

/** What people show instead of a face: pets, plants, cups, places. */
export const tokens: Readonly<Record<string, string>> = {
  cat: document(
    160,
    160,
    ground('#f0d9c0'),
    shape('M44 62 40 28l26 16h28l26-16-4 34c8 12 8 30 0 44-10 20-62 20-72 0-8-14-8-32 0-44Z', 'fill="#e7a663"'),
    shape('M66 44h28l-6 22H72Z', 'fill="#c97f3f" opacity=".7"'),
    shape('M80 84c-14 0-24 10-24 22 0 10 48 10 48 0 0-12-10-22-24-22Z', 'fill="#fbeeda"'),
    ellipse(62, 80, 4.6, 6.4, 'fill="#3a261d"') + ellipse(98, 80, 4.6, 6.4, 'fill="#3a261d"'),
    shape(
      'M75 90h10l-5 6ZM80 96v5M80 101q-6 5-11 0M80 101q6 5 11 0',
      'fill="#c9685a" stroke="#8a4a3c" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"',
    ),
    shape(
      'M34 92l20 3M34 104l20-2M126 92l-20 3M126 104l-20-2',
      'stroke="#a8713c" stroke-width="2" stroke-linecap="round"',
    ),
  ),
  dog: document(
    160,
    160,
    ground('#d9e4ea'),
    shape('M48 58c4-30 60-30 64 0 6 24 4 44-6 56-12 12-40 12-52 0-10-12-12-32-6-56Z', 'fill="#fbf4e6"'),
    shape('M50 44c-20-4-26 30-16 54 10 2 16-10 16-24Z', 'fill="#b88757"') +
      shape('M110 44c20-4 26 30 16 54-10 2-16-10-16-24Z', 'fill="#b88757"'),
    shape('M88 46c20 0 24 26 14 38-12 2-20-20-14-38Z', 'fill="#d9ad7c"'),
    ellipse(66, 74, 4.4, 5.4, 'fill="#33231b"') + ellipse(96, 74, 4.4, 5.4, 'fill="#33231b"'),
    ellipse(81, 90, 8, 6, 'fill="#33231b"'),
    shape(
      'M81 96v6M81 102q-8 7-14 0M81 102q8 7 14 0',
      'fill="none" stroke="#33231b" stroke-width="2.6" stroke-linecap="round"',
    ),
    shape('M76 106h11c1 14-12 14-11 0Z', 'fill="#e58a86"'),
  ),
  deer: document(
    160,
    160,
    ground('#dfe8d6'),
    shape(
      'M62 46C52 38 50 26 54 14M56 32l-12-8M98 46c10-8 12-20 8-32M104 32l12-8',
      'fill="none" stroke="#8b6443" stroke-width="5" stroke-linecap="round"',
    ),
    shape('M52 58c-16-10-26-2-26 2 6 12 18 14 26 10ZM108 58c16-10 26-2 26 2-6 12-18 14-26 10Z', 'fill="#c48f5f"'),
    shape('M52 62c4-24 52-24 56 0 4 28-8 64-28 64s-32-36-28-64Z', 'fill="#d3a06e"'),
    shape('M80 92c-12 0-18 14-14 24 8 12 20 12 28 0 4-10-2-24-14-24Z', 'fill="#f5e6d0"'),
    ellipse(65, 78, 4.4, 6, 'fill="#33231b"') + ellipse(95, 78, 4.4, 6, 'fill="#33231b"'),
    ellipse(80, 106, 7, 5, 'fill="#5b3a28"'),
    ellipse(66, 56, 3, 3, 'fill="#f5e6d0"') +
      ellipse(80, 50, 3, 3, 'fill="#f5e6d0"') +
      ellipse(94, 56, 3, 3, 'fill="#f5e6d0"'),
  ),
  plant: document(
    160,
    160,
    ground('#e6efe2'),
    shape(
      'M80 96C78 70 62 54 40 50c2 26 16 42 40 46ZM80 88c0-32 14-50 38-58 4 30-10 50-38 58ZM80 76C70 60 68 44 78 24c14 16 14 36 2 52Z',
      'fill="#7fa588"',
    ),
    shape(
      'M80 100V44M80 94C70 78 60 66 48 58M80 86c8-18 18-32 30-44',
      'fill="none" stroke="#5b8068" stroke-width="2.6" stroke-linecap="round"',
    ),
    shape('M52 96h56l-6 38c-6 6-38 6-44 0Z', 'fill="#c98a63"') + shape('M48 92h64v12H48z', 'fill="#d99e78"'),
  ),
  coffee: document(
    160,
    160,
    ground('#e9dccb'),
    shape('M108 76c26-4 26 34-4 32', 'fill="none" stroke="#f7f0e4" stroke-width="9" stroke-linecap="round"'),
    shape('M42 66h70c0 34-6 56-18 60H60c-12-4-18-26-18-60Z', 'fill="#fbf6ec"'),
    ellipse(77, 66, 35, 9, 'fill="#5d3a26"') + shape('M66 66c4-6 18-6 22 0-4 5-18 5-22 0Z', 'fill="#d9b489"'),
    shape(
      'M64 50c-6-8 6-12 0-22M84 50c-6-8 6-12 0-22',
      'fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".8"',
    ),
  ),
  mountain: document(
    160,
    160,
    '<path d="M0 0h160v160H0z" fill="#f4d9c0"/><circle cx="112" cy="52" r="20" fill="#f6efe0"/>',
    shape('M-10 124 46 56l28 34 22-22 74 72v30H-10Z', 'fill="#8aa6a0"') +
      shape('M46 56l14 17-14 8-12-10Z', 'fill="#f6f1e6"'),
    shape('M-10 140c30-20 56-14 84-2s60 8 96-10v42H-10Z', 'fill="#64877c"'),
  ),
  bread: document(
    160,
    160,
    ground('#f3e2c8'),
    shape(
      'M34 84c-12-22 10-44 34-42 30-10 62 4 62 30 2 12-6 18-10 20v32c0 6-76 6-76 0V92c-4-2-8-4-10-8Z',
      'fill="#d79a58"',
    ),
    shape('M42 82c-8-16 8-32 28-30 26-8 52 2 52 22 0 8-4 12-10 14v30H52V88c-4-2-8-4-10-6Z', 'fill="#f6dcae"'),
    ellipse(70, 84, 3.4, 4.4, 'fill="#5d3a26"') + ellipse(94, 84, 3.4, 4.4, 'fill="#5d3a26"'),
    shape('M76 94q6 5 12 0', 'fill="none" stroke="#5d3a26" stroke-width="2.6" stroke-linecap="round"'),
  ),
  bowl: document(
    160,
    160,
    ground('#dfe6ea'),
    shape('M30 72h100c0 38-24 56-36 58v8H66v-8C54 128 30 110 30 72Z', 'fill="#a9c8b8"') +
      ellipse(80, 72, 50, 12, 'fill="#7d9f8f"'),
    shape('M36 66c6-28 82-28 88 0 0 14-88 14-88 0Z', 'fill="#fbf7ee"'),
    shape('M104 34 70 70M116 40 80 72', 'stroke="#a06b45" stroke-width="4.6" stroke-linecap="round"'),
    group(
      '',
      shape(
        'M48 84c2 18 10 30 20 36',
        'fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".5"',
      ),
    ),
  ),
}
