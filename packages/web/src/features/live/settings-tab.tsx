import { TagsInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { LabelledSelect, LabelledSwitch } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { toast } from '../../ui/toast.tsx'
import { commentModById, commentModsOfVideo } from '../comment-mod/comment-mod.api.ts'
import css from './live-form.module.css'
import type { LiveFields } from './live-values.ts'

/** As the contract has it: so many words, each so long. */
const max = { words: 500, characters: 40 } as const

/** The words with more of them: trimmed, cut, each once, in the order they came. */
export const mergedWords = (words: readonly string[], more: readonly string[]): string[] => {
  const seen = new Set<string>()
  return [...words, ...more]
    .map((word) => [...word.trim()].slice(0, max.characters).join('').trim())
    .filter((word) => {
      const key = word.normalize('NFKC').toLowerCase()
      if (key === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, max.words)
}

interface SettingsTabProps {
  readonly form: SchemaForm<LiveFields>
  readonly readOnly: boolean
  /** Nobody could come in: no form takes sign-ups while only who signed up may. */
  readonly isShut: boolean
  /** Said once it has comments of its own. */
  readonly toTimeline: string
}

/** Who may come in, what may be said, what viewers see. */
export const SettingsTab = ({ form, readOnly, isShut, toTimeline }: SettingsTabProps) => {
  const t = useText('live')
  const { anonymousAllowed, heartsAllowed } = form.values
  return (
    <>
      <FormSection title={t('settings.entry')} why={t('settings.entryWhy')}>
        <LabelledSwitch
          name="anonymousAllowed"
          label={t('audience.anonymous')}
          description={t('audience.anonymousHint')}
          value={anonymousAllowed}
          onChange={(allowed) => form.set({ anonymousAllowed: allowed })}
          disabled={readOnly}
        />
        {isShut && <p className="soft-yellow banner">{t('settings.shut')}</p>}
      </FormSection>
      <FormSection title={t('settings.chat')} why={t('settings.chatWhy')}>
        <BannedWords form={form} readOnly={readOnly} />
        <SlowMode form={form} readOnly={readOnly} />
        <LabelledSwitch
          name="heartsAllowed"
          label={t('settings.hearts')}
          description={t('settings.heartsHint')}
          value={heartsAllowed}
          onChange={(allowed) => form.set({ heartsAllowed: allowed })}
          disabled={readOnly}
        />
      </FormSection>
      <FormSection title={t('settings.honesty')} why={t('settings.honestyWhy')}>
        <Disclosure form={form} readOnly={readOnly} />
      </FormSection>
      <FormSection title={t('settings.group')} why={t('settings.groupWhy')}>
        <GroupToCopy form={form} readOnly={readOnly} toTimeline={toTimeline} />
      </FormSection>
    </>
  )
}

type PartProps = Pick<SettingsTabProps, 'form' | 'readOnly'>

/** Between words that are pasted; the first ones end a word that is typed, too. */
const separators = [',', '，', '、', ';', '；', '\n', '\t']

const BannedWords = ({ form, readOnly }: PartProps) => {
  const t = useText('live')
  const { bannedKeywords } = form.values
  const set = (words: readonly string[]) => form.set({ bannedKeywords: mergedWords([], words) })
  return (
    <FieldFrame
      label={t('audience.banned')}
      description={t('audience.bannedHint')}
      name="bannedKeywords"
      error={form.errorAt('bannedKeywords')}
      note={bannedKeywords.length > 0 ? t('settings.words', { count: bannedKeywords.length }) : undefined}
      optional
    >
      {({ id, 'aria-describedby': describedBy }) => (
        <TagsInput
          id={id}
          disabled={readOnly}
          aria-describedby={describedBy}
          value={[...bannedKeywords]}
          onChange={set}
          placeholder={bannedKeywords.length === 0 ? t('audience.bannedExample') : ''}
          splitChars={separators}
          maxTags={500}
          acceptValueOnBlur
          clearable={false}
        />
      )}
    </FieldFrame>
  )
}

/** Seconds between two messages of one viewer. */
const slowChoices = [0, 3, 5, 10, 15, 30, 60, 120, 300] as const

const SlowMode = ({ form, readOnly }: PartProps) => {
  const t = useText('live')
  const { slowSeconds } = form.values
  const choices = [...new Set<number>([...slowChoices, slowSeconds])].toSorted((a, b) => a - b)
  return (
    <TwoColumns>
      <LabelledSelect
        name="slowSeconds"
        label={t('settings.slow')}
        description={t('settings.slowHint')}
        value={String(slowSeconds)}
        onChange={(seconds) => form.set({ slowSeconds: Number(seconds) })}
        choices={choices.map((seconds) => ({
          value: String(seconds),
          label: seconds === 0 ? t('settings.slowOff') : t('settings.slowEvery', { count: seconds }),
        }))}
        error={form.errorAt('slowSeconds')}
        disabled={readOnly}
      />
    </TwoColumns>
  )
}

const disclosures = { firm: null, disclosed: true, undisclosed: false } as const
type DisclosureChoice = keyof typeof disclosures

const Disclosure = ({ form, readOnly }: PartProps) => {
  const t = useText('live')
  const { disclosure } = form.values
  const current: DisclosureChoice = disclosure === null ? 'firm' : disclosure ? 'disclosed' : 'undisclosed'
  const choose = async (choice: DisclosureChoice) => {
    if (choice === 'undisclosed') {
      const agreed = await askToConfirm({
        title: t('settings.disclosureOff'),
        text: t('settings.disclosureLaw'),
        ok: t('settings.disclosureOk'),
        danger: true,
      })
      if (!agreed) return
    }
    form.set({ disclosure: disclosures[choice] })
  }
  return (
    <FieldFrame
      label={t('settings.disclosureLabel')}
      name="disclosure"
      description={t('settings.disclosureHint')}
      error={form.errorAt('disclosure')}
      group
    >
      {() => (
        <div className="stack-xs">
          {(Object.keys(disclosures) as DisclosureChoice[]).map((choice) => (
            <label key={choice} className={css.choice}>
              <input
                type="radio"
                name="disclosure"
                checked={choice === current}
                disabled={readOnly}
                onChange={() => void choose(choice)}
              />
              <span>
                <b>{t(`settings.disclosure.${choice}`)}</b>
                <small className="caption">{t(`settings.disclosure.${choice}Hint`)}</small>
              </span>
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

const GroupToCopy = ({ form, readOnly, toTimeline }: PartProps & { toTimeline: string }) => {
  const t = useText('live')
  const labels = useLabels()
  const queries = useQueryClient()
  const { videoId, commentModId, commentList } = form.values
  const groups = useQuery(commentModsOfVideo(videoId ?? ''))
  const copy = useMutation({
    mutationFn: (id: string) => queries.fetchQuery(commentModById(id)),
    onSuccess: ({ id, commentModName, commentModList }) => {
      form.set({ commentModId: id, commentList: commentModList })
      toast.good(t('settings.groupCopied', { name: commentModName, count: commentModList.length }), {
        undo: { label: labels.undo, run: () => form.set({ commentModId, commentList }) },
      })
    },
  })
  const choices = (groups.data ?? []).map(({ id, commentModName, comments }) => ({
    value: id,
    label: t('talk.groupChoice', { name: commentModName, count: comments }),
  }))
  const choose = async (id: string) => {
    if (id === '') return form.set({ commentModId: null })
    if (commentList.length > 0) {
      const agreed = await askToConfirm({
        title: t('settings.groupReplace'),
        text: t('settings.groupReplaceText', { count: commentList.length }),
        ok: t('settings.groupReplaceOk'),
      })
      if (!agreed) return
    }
    copy.mutate(id)
  }
  const none = videoId !== null && groups.isSuccess && choices.length === 0
  return (
    <>
      <LabelledSelect
        name="commentModId"
        label={t('talk.group')}
        description={
          <>
            {t(videoId === null ? 'talk.groupNeedsVideo' : 'talk.groupHint')}
            {videoId !== null && (
              <a className={css.link} href={paths.msgroupCreate({ videoId })} target="_blank" rel="noreferrer">
                {t('talk.makeGroup')}
              </a>
            )}
          </>
        }
        value={commentModId ?? ''}
        onChange={(id) => void choose(id)}
        choices={choices}
        placeholder={t(none ? 'talk.noGroup' : 'talk.noneChosen')}
        error={form.errorAt('commentModId')}
        disabled={readOnly || videoId === null || copy.isPending}
        clearable
        optional
      />
      {commentList.length > 0 && (
        <p className={css.note}>
          {t('settings.commentsHere', { count: commentList.length })}
          <Link className={css.link} to={toTimeline} replace>
            {t('settings.toTimeline')}
          </Link>
        </p>
      )}
    </>
  )
}
