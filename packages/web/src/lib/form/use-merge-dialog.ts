import { conflictName, type MergeConflict } from '@kaimai/contract/common/three-way.ts'
import { useFormat, useText } from '../i18n/use-text.tsx'
import type { SchemaForm } from './use-schema-form.ts'

export interface MergeWords<V extends object> {
  /** What a field is called. */
  readonly field: (name: string) => string
  /** The name of a row of a list, by its key; undefined: it has none. */
  readonly row?: (field: string, key: string, values: V) => string | undefined
  /** What a field of a row, or of a group of fields, is called; undefined: it needs no name. */
  readonly part?: (field: string, name: string) => string | undefined
  /** A value as a person reads it; undefined: as it is. */
  readonly show?: (path: readonly string[], value: unknown) => string | undefined
}

/** Characters of a long text that are shown of each side. */
const shownMost = 400

/** The question of a form between mine and theirs, for MergeDialog: `<MergeDialog {...useMergeDialog(form, words)} />`. */
export const useMergeDialog = <V extends object>(
  form: Pick<SchemaForm<V>, 'question' | 'answer' | 'leaveQuestion' | 'news' | 'saving' | 'values'>,
  { field, row, part, show }: MergeWords<V>,
) => {
  const t = useText('app')
  const f = useFormat()
  const { question, news } = form

  const plain = (value: unknown): string => {
    if (value === undefined) return t('merge.removed')
    if (value === null || value === '') return t('merge.empty')
    if (typeof value === 'boolean') return t(value ? 'merge.yes' : 'merge.no')
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string') return value.length > shownMost ? `${value.slice(0, shownMost)}…` : value
    if (Array.isArray(value) && value.length === 0) return t('merge.empty')
    if (Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.startsWith('/')))
      return value.join(t('merge.comma'))
    return Array.isArray(value) ? t('merge.items', { count: value.length }) : t('merge.whole')
  }
  const shown = (path: readonly string[], value: unknown): string =>
    (value === undefined ? undefined : show?.(path, value)) ?? plain(value)
  const who = (by: string | undefined) => by ?? t('merge.somebody')
  const fieldsOf = (names: readonly string[]) => names.map((name) => field(name)).join(t('merge.comma'))
  /** A path is a field; a field and a row; a field, a row and its part; or a group and its part. */
  const labelOf = ([name = '', key, inner]: readonly string[], values: V): string => {
    if (key === undefined) return field(name)
    if (key === '#order') return `${field(name)}・${t('merge.order')}`
    const rowName = row?.(name, key, values)
    const last = inner === undefined ? (rowName === undefined ? part?.(name, key) : undefined) : part?.(name, inner)
    return [field(name), rowName, last].filter((word) => word !== undefined && word !== '').join('・')
  }

  const leadOf = (): string => {
    if (!question) return ''
    const { kind, by, atMs } = question
    const time = atMs === undefined ? '' : f.near(atMs)
    const isApart = question.merge.conflicts.length === 0
    if (kind === 'draft') return t(isApart ? 'merge.draftLeadApart' : 'merge.draftLead', { time })
    return time === '' ? t('merge.lead', { who: who(by) }) : t('merge.leadAt', { who: who(by), time })
  }
  const rowOf = (conflict: MergeConflict) => ({
    name: conflictName(conflict.path),
    label: labelOf(conflict.path, question?.mine ?? form.values),
    mine: shown(conflict.path, conflict.mine),
    theirs: shown(conflict.path, conflict.theirs),
  })
  const isDraft = question?.kind === 'draft'
  /** Said only when there is a question; of a draft in words of its own where they differ. */
  const word = (ofSave: string, ofDraft = ofSave): string =>
    question === undefined ? '' : t(`merge.${isDraft ? ofDraft : ofSave}`)
  return {
    open: question !== undefined,
    busy: form.saving,
    title: word('title', 'draftTitle'),
    lead: leadOf(),
    rows: question?.merge.conflicts.map(rowOf) ?? [],
    taken:
      question && question.merge.taken.length > 0 ? t('merge.taken', { fields: fieldsOf(question.merge.taken) }) : '',
    words: {
      mine: word('mine', 'draftMine'),
      theirs: word('theirs', 'draftTheirs'),
      allMine: word('allMine', 'draftAllMine'),
      allTheirs: word('allTheirs', 'draftAllTheirs'),
      save: word('save', 'draftUse'),
      leave: word('later', 'draftDrop'),
      choose: word('choose'),
    },
    news:
      news === undefined
        ? undefined
        : t(news.fields.length === 0 ? 'merge.newsNone' : 'merge.news', {
            who: who(news.by),
            fields: fieldsOf(news.fields),
          }),
    newsOf: news,
    onSave: (choices: Readonly<Record<string, 'mine' | 'theirs'>>) => void form.answer(choices),
    onLeave: form.leaveQuestion,
    /** A draft is either used or dropped: closing would leave it to be overwritten. */
    closable: !isDraft,
  }
}
