// The peer of letters.ts, in a process of its own: nodemailer's pool with as many connections as ours, which is given the same
// letters ready-made and writes nothing down.
import { createTransport } from 'nodemailer'
import { freeTextBody } from '../packages/server/test/sending.ts'
import { renderLetter } from '../packages/server/src/modules/letter/render-letter.ts'

export interface PeerRun {
  readonly seconds: number
  /** Of the process while it sent. */
  readonly cpuSeconds: number
}

const connections = 10
/** Handed to the pool at once: enough that no connection waits. */
const lanes = 100

const [, , url = '', count = '0'] = process.argv
const { contents } = freeTextBody()
const ready = renderLetter(contents, 'zh-TW', { name: '王小明', firmName: '器日' })

const send = async (): Promise<PeerRun> => {
  const pool = createTransport({ url, pool: true, maxConnections: connections, maxMessages: Number.POSITIVE_INFINITY })
  const numbers = Array.from({ length: Number(count) }, (_, n) => n).values()
  const lane = async () => {
    for (const n of numbers)
      await pool.sendMail({
        messageId: `<peer-${n}@bench.example>`,
        from: { name: '器日', address: 'no-reply@bench.example' },
        to: { name: '', address: `shopper${n}@example.com` },
        headers: {
          'List-Unsubscribe': `<https://bench.example/unsubscribe/${n}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        ...ready,
      })
  }
  const before = process.cpuUsage()
  const beganAt = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  const seconds = (performance.now() - beganAt) / 1000
  const { user, system } = process.cpuUsage(before)
  pool.close()
  return { seconds, cpuSeconds: (user + system) / 1e6 }
}

process.send?.(await send())
process.disconnect?.()
