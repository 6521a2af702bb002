import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawApart } from './picture-process.ts'

const picture = (width: number) =>
  sharp({
    create: {
      width,
      height: width,
      channels: 3,
      background: '#345678',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .webp()
    .toBuffer()

/** Threads and processes end while they are looked through: what is gone holds nothing. */
const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The processes that make pictures for this one: it has one at most. */
const children = (): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((task) => read(`/proc/self/task/${task}/children`).trim().split(' '))
    .filter((pid) => pid !== '' && read(`/proc/${pid}/cmdline`).includes('picture-child'))
    .map(Number)

/** Of each thread that runs. */
const nicenesses = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => read(`/proc/${pid}/task/${thread}/stat`).split(') ')[1])
    .flatMap((stat) => (stat === undefined ? [] : Number(stat.split(' ')[16])))

test('PORTS-24 A picture is made smaller in a process of its own.', async () => {
  const { width, height, type } = await drawApart(await picture(640), { format: 'webp', width: 320 })
  expect([width, height, type]).toEqual([320, 320, 'image/webp'])
  expect(children()).toHaveLength(1)
})

test.runIf(process.platform === 'linux')(
  'PORTS-25 Every thread of the process that makes pictures has a low priority.',
  async () => {
    const drawing = drawApart(await picture(640), { format: 'avif', width: 640 })
    await drawApart(await picture(64), { format: 'icon', side: 32 })
    const [pid = 0] = children()
    const threads = nicenesses(pid)
    expect(threads.length).toBeGreaterThan(1)
    expect(new Set(threads)).toEqual(new Set([10]))
    await drawing
  },
)

test('PORTS-26 A picture is still made when the process that makes it is killed.', async () => {
  const drawing = drawApart(await picture(640), { format: 'avif', width: 600 })
  const [before = 0] = children()
  process.kill(before, 'SIGKILL')
  expect((await drawing).width).toBe(600)
  expect(children()).not.toContain(before)
})

test('PORTS-27 What is no picture is refused and the next picture is made.', async () => {
  await expect(drawApart(Buffer.from('no picture'), { format: 'webp', width: 320 })).rejects.toThrow(/unsupported/)
  expect((await drawApart(await picture(100), { format: 'jpg', width: 50 })).width).toBe(50)
})
