import { mergeThreeWay } from '@kaimai/contract/common/three-way.ts'
import { expect, test } from 'vitest'
import { groupRows, withKeysOf } from './comment-mod-merge.ts'
import type { Line } from './timed-list.ts'

const line = (key: string, userName: string, commentText: string, commentTime: number): Line => ({
  key,
  userImgId: '',
  userName,
  commentText,
  commentTime,
})
const base = [line('a', '小美', '好看', 3), line('b', '阿明', '多少錢', 8), line('c', '小美', '好看', 20)]

test('COMMENT-MOD-11 A line keeps its key when its words or its time were changed, and a new one has one of its own', () => {
  const theirs = [
    line('', '小美', '好看', 3),
    line('', '阿明', '一個多少', 8),
    line('', '小美', '好看', 25),
    line('', '新', '嗨', 9),
  ]
  const keys = withKeysOf(theirs, base).map(({ key }) => key)
  expect(keys.slice(0, 3)).toEqual(['a', 'b', 'c'])
  expect(['a', 'b', 'c', '']).not.toContain(keys[3])
})

test('COMMENT-MOD-12 Lines that two people changed are both kept; one that both changed is asked', () => {
  const mine = [line('a', '小美', '很好看', 3), ...base.slice(1)]
  const theirs = withKeysOf([line('', '小美', '好看', 3), line('', '阿明', '多少錢', 8)], base)
  const { merged, conflicts } = mergeThreeWay(
    { base: { commentModList: base }, mine: { commentModList: mine }, theirs: { commentModList: theirs } },
    groupRows,
  )
  expect(conflicts).toEqual([])
  expect(merged.commentModList.map(({ commentText }) => commentText)).toEqual(['很好看', '多少錢'])
  const both = withKeysOf([line('', '小美', '真好看', 3), ...base.slice(1)], base)
  const asked = mergeThreeWay(
    { base: { commentModList: base }, mine: { commentModList: mine }, theirs: { commentModList: both } },
    groupRows,
  )
  expect(asked.conflicts.map(({ path }) => path)).toEqual([['commentModList', 'a', 'commentText']])
})
