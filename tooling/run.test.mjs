import { describe, expect, test } from 'vitest'
import { projectNode, run } from './run.mjs'

const script = (code) => [projectNode, ['-e', code]]

describe('run', () => {
  test('ends a command that has gone silent, and says so', async () => {
    const { hung, code, output } = await run(...script('console.log("begun"); setInterval(() => {}, 1000)'), {
      silentMs: 5_000,
    })
    expect({ hung, code, output }).toEqual({
      hung: true,
      code: 1,
      output: expect.stringMatching(/^begun\n\nStopped: it had said nothing for 0 minutes\.\n$/),
    })
  })

  test('lets a command go on that speaks, however long it takes', async () => {
    const speaks = 'let n = 0; setInterval(() => { console.log(++n); if (n === 14) process.exit(0) }, 500)'
    const { hung, code, output } = await run(...script(speaks), { silentMs: 5_000 })
    expect({ hung, code, last: output.trim().split('\n').at(-1) }).toEqual({ hung: false, code: 0, last: '14' })
  })
})
