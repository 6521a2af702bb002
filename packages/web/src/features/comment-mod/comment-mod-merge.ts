import type { MergeWords } from '../../lib/form/use-merge-dialog.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { newId } from '../../lib/ids/new-id.ts'
import { showTimecode } from '@kaimai/contract/comment-mod/timecode.rules.ts'
import { useLabels } from '../../ui/labels.tsx'
import type { Line } from './timed-list.ts'

interface GroupValues {
  readonly commentModName: string
  readonly videoId: string
  readonly commentModList: readonly Line[]
}

const labelsOf = ({ userImgId, userName, commentText, commentTime }: Line) =>
  JSON.stringify([userImgId, userName, commentText, commentTime])
/** Who says it when: the line whose words somebody changed. */
const placeOf = ({ userName, commentTime }: Line) => JSON.stringify([userName, commentTime])
/** Who says what: the line that somebody moved. */
const speechOf = ({ userName, commentText }: Line) => JSON.stringify([userName, commentText])

/**
 * Gives each line of `theirs` the key that the same line has in `base`: the very same, else the one whose words or whose
 * time was changed. A comment has no id of its own.
 */
export const withKeysOf = (theirs: readonly Line[], base: readonly Line[]): Line[] => {
  const keys = new Map<number, string>()
  const taken = new Set<string>()
  for (const nameOf of [labelsOf, placeOf, speechOf]) {
    const free = Map.groupBy(
      base.filter(({ key }) => !taken.has(key)),
      nameOf,
    )
    for (const [at, line] of theirs.entries()) {
      if (keys.has(at)) continue
      const same = free.get(nameOf(line))?.shift()
      if (!same) continue
      keys.set(at, same.key)
      taken.add(same.key)
    }
  }
  return theirs.map((line, at) => ({ ...line, key: keys.get(at) ?? newId() }))
}

/** How a group's lines are brought together: each by its key, whatever its place in the list. */
export const groupRows = { rowKeys: { commentModList: 'key' }, unordered: ['commentModList'] } as const

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && 'commentText' in value && 'commentTime' in value

/** What the parts of a group are called when two people have changed them. */
export const useCommentModMergeWords = (): MergeWords<GroupValues> => {
  const t = useText('comment-mod')
  const labels = useLabels()
  const names: Readonly<Record<string, string>> = {
    commentModName: t('form.name'),
    videoId: t('form.video'),
    commentModList: t('lines.label'),
    userName: t('lines.person'),
    userImgId: t('lines.person'),
    commentText: t('lines.text'),
    commentTime: t('lines.time'),
  }
  return {
    field: (name) => names[name] ?? name,
    row: (_, key, { commentModList }) => {
      const line = commentModList.find((each) => each.key === key)
      return line ? `${showTimecode(line.commentTime)} ${line.userName}` : undefined
    },
    part: (_, name) => names[name],
    show: (path, value) => {
      if (path.at(-1) === 'commentTime' && typeof value === 'number') return showTimecode(value)
      return isLine(value)
        ? labels.pair(`${showTimecode(value.commentTime)} ${value.userName}`, value.commentText)
        : undefined
    },
  }
}
