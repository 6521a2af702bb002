import { bowl, dishes, groundShadow, mug, plate, teacup, teapot, vase } from './pieces.ts'
import { ellipse, gradient, group, num, place, randomFrom, shape } from './svg.ts'

/** The room is drawn at 1280 × 720; the table's far edge is here. */
export const tableEdge = 556

export const studioDefs = (): string =>
  `<defs>${[
    gradient('wall', 'across', [
      [0, '#e6d3b6'],
      [0.34, '#c3a888'],
      [0.68, '#8c715a'],
      [1, '#54402f'],
    ]),
    gradient('shelf', 'down', [
      [0, '#9a7251'],
      [1, '#5a3d2a'],
    ]),
    gradient('table', 'across', [
      [0, '#d3ad85'],
      [0.42, '#b98e67'],
      [1, '#6d4d36'],
    ]),
    gradient('table-shade', 'down', [
      [0, '#fff2da', 0.2],
      [0.25, '#fff2da', 0],
      [1, '#2b190d', 0.42],
    ]),
    gradient('sky', 'down', [
      [0, '#fffaf0'],
      [0.6, '#f6f1dc'],
      [1, '#e3e7c9'],
    ]),
    gradient('vignette', 'down', [
      [0, '#140c07', 0.1],
      [0.3, '#140c07', 0],
      [0.75, '#140c07', 0],
      [1, '#140c07', 0.36],
    ]),
    gradient('lamp', 'across', [
      [0, '#e8ddc9'],
      [0.4, '#fff8ea'],
      [1, '#a8987f'],
    ]),
  ].join('')}</defs>`

const shelf = (x: number, y: number, width: number): string =>
  shape(`M${x} ${y + 12}h${width}v26h${-width}z`, 'fill="#2a1c13" opacity=".2"') +
  shape(`M${x} ${y}h${width}v15h${-width}z`, 'fill="url(#shelf)"') +
  shape(`M${x} ${y}h${width}v3h${-width}z`, 'fill="#cda57c" opacity=".7"')

/** Bamboo outside the window, too bright and too far to be sharp. */
const garden = (): string => {
  const random = randomFrom(11)
  const leaves = Array.from({ length: 46 }, () => {
    const x = -40 + random() * 280
    const y = random() * 400
    const turn = random() * 160 - 80
    const color = ['#a9bd84', '#c2cf9d', '#8fa771', '#d8dfb6'][Math.floor(random() * 4)] ?? '#a9bd84'
    return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(26 + random() * 20)}" ry="7" transform="rotate(${num(turn)} ${num(x)} ${num(y)})" fill="${color}" opacity="${num(0.35 + random() * 0.4)}"/>`
  })
  return `<path d="M-60 0h300v420h-300z" fill="url(#sky)"/>${shape('M20 0c6 150 2 300-4 430M130 0c-6 140 0 300 4 430M196 0c8 160 6 280 4 430', 'stroke="#9db07c" stroke-width="11" fill="none" opacity=".5"')}${leaves.join('')}`
}

const windowFrame = (): string =>
  shape('M-70-20h316v452h-316zM-50 0v412h276V0z', 'fill="#c9ad8a" fill-rule="evenodd"') +
  shape('M84-10h10v430h-10zM-60 204h300v9h-300z', 'fill="#c9ad8a"') +
  shape('M-80 424h344v22h-344z', 'fill="#d9bf9b"') +
  shape('M-80 444h344v12h-344z', 'fill="#7b5c42" opacity=".4"')

const lamp = (): string =>
  shape('M792 0v50', 'stroke="#3a2a1e" stroke-width="4"') +
  shape('M736 98C738 60 764 48 792 48S846 60 848 98C814 109 770 109 736 98Z', 'fill="url(#lamp)"') +
  ellipse(792, 99, 52, 7, 'fill="#fff3d2"')

/** Everything behind the host, out of focus. */
export const room = (): string =>
  `<path d="M0 0h1280v720H0z" fill="url(#wall)"/>${ellipse(120, 120, 520, 420, 'fill="#fff1d3" opacity=".42" filter="url(#soft-40)"')}<g filter="url(#soft-5)">${garden()}${windowFrame()}</g>${shape('M240 0 760 720 60 720 60 300Z', 'fill="#ffe9c0" opacity=".2" filter="url(#soft-40)"')}<g filter="url(#soft-2)">${lamp()}${ellipse(792, 160, 180, 110, 'fill="#ffe6b4" opacity=".16" filter="url(#soft-40)"')}${shelf(836, 196, 520)}${place(900, 196, 0.44, vase())}${place(1010, 196, 0.52, bowl())}${place(1132, 196, 0.5, teapot())}${place(1246, 196, 0.5, mug())}${shelf(836, 392, 520)}${place(888, 392, 0.5, mug({ glaze: 'clay' }))}${place(1004, 392, 0.5, dishes())}${place(1112, 392, 0.44, vase({ glaze: 'celadon' }))}${place(1226, 392, 0.5, bowl({ glaze: 'clay' }))}${shelf(292, 168, 196)}${place(346, 168, 0.44, teacup({ glaze: 'clay' }))}${place(436, 168, 0.4, vase({ glaze: 'iron' }))}${place(398, 168, 0.36, teacup({ glaze: 'celadon' }))}</g>`

const grain = (): string => {
  const random = randomFrom(3)
  return Array.from({ length: 22 }, (_, index) => {
    const y = tableEdge + 8 + index * index * 0.36
    const x = random() * 500
    const long = 300 + random() * 700
    return shape(
      `M${num(x)} ${num(y)}c${num(long * 0.3)} ${num(random() * 6 - 3)} ${num(long * 0.6)} ${num(random() * 8 - 4)} ${num(long)} ${num(random() * 4 - 2)}`,
      `fill="none" stroke="#7b5436" stroke-width="${num(0.8 + index * 0.06)}" opacity=".22"`,
    )
  }).join('')
}

const toolJar = (): string =>
  shape('M-26-130-46-244M-8-130-6-262M14-130 36-236', 'stroke="#a87e57" stroke-width="7" stroke-linecap="round"') +
  shape('M-48-240c-10-16-10-36-2-44 10 8 10 28 8 42Z', 'fill="#4a3426"') +
  shape('M-14-258c-8-26 2-40 8-48 8 10 14 26 8 48Z', 'fill="#e8dcc6"') +
  ellipse(39, -250, 10, 17, 'fill="none" stroke="#d6d1c6" stroke-width="3.4" transform="rotate(16 39 -250)"')

/** What is left standing on the table while pieces come and go: nothing in the middle, where the hands work. */
const standing: Readonly<Record<'left' | 'right', string>> = {
  left:
    place(96, 622, 0.74, groundShadow(74), toolJar(), mug({ glaze: 'iron' }, 0.2)) +
    place(236, 676, 0.78, groundShadow(60), teacup({ glaze: 'celadon' })),
  right:
    place(1150, 612, 0.8, groundShadow(90), plate()) +
    place(1196, 682, 0.72, groundShadow(60), bowl({ glaze: 'clay' })) +
    place(1042, 690, 0.6, groundShadow(60), dishes()),
}

/** The table with what stands on it; covers the host from the table's edge down. */
export const table = (): string =>
  `<path d="M0 ${tableEdge}h1280v200H0z" fill="url(#table)"/>${grain()}<path d="M0 ${tableEdge}h1280v200H0z" fill="url(#table-shade)"/><path d="M0 ${tableEdge}h1280v5H0z" fill="#f0d4ac" opacity=".7"/>${shape(`M430 ${tableEdge + 14}h420l70 170H360z`, 'fill="#f3e8d6"')}${shape(`M430 ${tableEdge + 14}h420l70 170H360z`, 'fill="url(#table-shade)" opacity=".6"')}${shape(`M442 ${tableEdge + 20}h396l66 164M442 ${tableEdge + 20}l-66 164`, 'fill="none" stroke="#b79a76" stroke-width="2" opacity=".6"')}${ellipse(640, tableEdge + 26, 260, 20, 'fill="#2a1a0e" opacity=".16" filter="url(#soft-12)"')}${standing.left}${standing.right}`

export const vignette = (): string => '<path d="M0 0h1280v720H0z" fill="url(#vignette)"/>'

/** Window light that breathes: `strength` 0 to 1. */
export const beam = (strength: number): string =>
  group(
    '',
    shape(
      'M230 0 420 0 900 720 420 720Z',
      `fill="#fff0cf" opacity="${num(0.06 + 0.06 * strength)}" filter="url(#soft-40)"`,
    ),
  )
