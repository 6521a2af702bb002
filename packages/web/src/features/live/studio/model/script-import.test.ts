import { scriptRowIds } from '@kaimai/contract/live/script-sheet-merge.rules.ts'
import { expect, test } from 'vitest'
import { patchClip } from './edit.ts'
import { importScript, type ReadScript } from './script-import.ts'
import { docOf, emptyDoc, fieldsOfDoc, isSameDoc, rowIdOf, type StudioDoc } from './studio-doc.ts'

const poll = (at: number, question: string) => ({ at, question, options: ['壺', '杯'], seconds: 60 })
const giveaway = (at: number, prize: string) => ({ at, prize, word: '開窯', winners: 1, seconds: 60 })
const doc = docOf({
  ...fieldsOfDoc(emptyDoc),
  poll: [poll(10, '先看哪一件？'), poll(90, '還要加開嗎？')],
  giveaway: [giveaway(200, '筷架')],
})

/** What the server reads from the file that the script was exported to. */
const fileOf = (now: StudioDoc): ReadScript => {
  const { poll: polls, giveaway: giveaways } = fieldsOfDoc(now)
  const [pollIds, giveawayIds] = [scriptRowIds('poll', polls), scriptRowIds('giveaway', giveaways)]
  const none = { commentList: [], productList: [], fakeTicket: [], callToAction: [], audienceCurve: [] }
  return {
    mode: 'all',
    done: true,
    source: { charset: 'utf-8', isGuessed: false, sheetName: '', candidates: [] },
    columns: [],
    unknownHeaders: [],
    counts: { new: 0, change: 0, same: 0, bad: 0 },
    rows: [],
    script: {
      ...none,
      poll: polls.map((row) => ({ ...row, id: pollIds.get(row) })),
      giveaway: giveaways.map((row) => ({ ...row, id: giveawayIds.get(row) })),
    },
    lines: { ...none, poll: polls.map((_, at) => at + 2), giveaway: giveaways.map((_, at) => at + 50) },
  }
}

test('LIVE-737 Polls and giveaways that come back as they were exported leave the very same script', () => {
  for (const way of ['merge', 'replace'] as const) {
    const { doc: after, counts, removed } = importScript(doc, fileOf(doc), way)
    expect(isSameDoc(after, doc)).toBe(true)
    expect(counts).toEqual({ new: 0, change: 0, same: 3 })
    expect(isSameDoc(removed, emptyDoc)).toBe(true)
  }
})

test('LIVE-738 A poll that was changed in the studio is known by the file that was exported before, and its line changes it back', () => {
  const file = fileOf(doc)
  const [first] = doc.poll
  if (first === undefined) throw new Error('the script has polls')
  const changed = patchClip(doc, first.key, { question: '改過的問題', atMs: 15_000 }, 600_000)
  const [now] = changed.poll
  expect(now && rowIdOf(now)).toBe(rowIdOf(first))
  const { doc: after, counts, lines } = importScript(changed, file, 'merge')
  expect(counts).toEqual({ new: 0, change: 1, same: 2 })
  expect(lines.get(2)?.was.poll).toMatchObject([{ question: '改過的問題' }])
  expect(fieldsOfDoc(after).poll).toMatchObject([poll(10, '先看哪一件？'), poll(90, '還要加開嗎？')])
})

test('LIVE-739 A file without polls leaves them when it is merged, and names them before it takes them away as a replacement', () => {
  const file = fileOf(docOf({ ...fieldsOfDoc(emptyDoc), giveaway: [giveaway(200, '筷架'), giveaway(300, '新的')] }))
  expect(importScript(doc, file, 'merge').doc.poll).toEqual(doc.poll)
  const replaced = importScript(doc, file, 'replace')
  expect(replaced.doc.poll).toEqual([])
  expect(replaced.removed.poll).toEqual(doc.poll)
  expect(replaced.doc.giveaway).toMatchObject([{ prize: '筷架' }, { prize: '新的' }])
})

test('LIVE-740 A file that would make more giveaways than a live holds changes nothing', () => {
  const many = Array.from({ length: 101 }, (_, at) => giveaway(at, `第 ${at} 份`))
  expect(importScript(doc, fileOf(docOf({ ...fieldsOfDoc(emptyDoc), giveaway: many })), 'merge').isTooMany).toBe(true)
})
