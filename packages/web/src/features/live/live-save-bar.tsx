import { IconAlertTriangle } from '@tabler/icons-react'
import { problemOf } from '../../lib/form/field-error.ts'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './live-shell.module.css'
import type { LiveFields } from './live-values.ts'

interface LiveSaveBarProps {
  readonly form: SchemaForm<LiveFields>
  readonly isPublished: boolean
  /** How many things differ from what is saved. */
  readonly count: number
  /** What to look at once more. */
  readonly reminders: readonly string[]
  readonly onSave: (publish: boolean) => void
  readonly onDiscard: () => void
  readonly onShowChanges: () => void
  /** A platform that can't go on air yet can only be kept. */
  readonly mayPublish: boolean
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** How things stand at the left, what to do at the right. */
export const LiveSaveBar = (props: LiveSaveBarProps) => {
  const { form, isPublished, count, reminders, onSave, onDiscard, onShowChanges, mayPublish } = props
  const t = useText('live')
  const f = useFormat()
  useShortcut({ keys: 'mod+s', label: t('bar.save'), run: () => onSave(false) })
  const problem = problemOf(form, (count) => t('bar.faults', { count }))
  const resting = t(isPublished ? 'bar.allSaved' : 'bar.unpublished')
  const state = form.dirty ? t('bar.changes', { count: Math.max(1, count) }) : resting
  const tone = problem === undefined ? (form.dirty ? 'changed' : 'resting') : 'bad'
  const { keptAtMs, draftAtMs } = form
  const saved =
    keptAtMs === undefined
      ? undefined
      : keptAtMs === draftAtMs
        ? t('bar.draft', { time: f.near(keptAtMs) })
        : t('bar.kept', { time: f.time(keptAtMs) })
  const key = <kbd aria-hidden="true">{isApple ? '⌘S' : 'Ctrl S'}</kbd>
  return (
    <footer className={css.save} aria-label={t('bar.label')}>
      <span className={css.state} role="status" data-tone={tone}>
        {problem ?? state}
      </span>
      {form.dirty && (
        <button type="button" className={css.what} onClick={onShowChanges} aria-haspopup="dialog">
          {t('bar.what')}
        </button>
      )}
      {form.dirty && saved !== undefined && <span className={css.kept}>{saved}</span>}
      <i className={css.grow} />
      {reminders[0] !== undefined && (
        <span className={css.alert} title={reminders.join('\n')}>
          <IconAlertTriangle {...icon16} />
          <span className="clip">{t('bar.reminders', { count: reminders.length, first: reminders[0] })}</span>
        </span>
      )}
      {form.dirty && (
        <Button kind="plain" onClick={onDiscard}>
          {t('bar.discard')}
        </Button>
      )}
      {isPublished || !mayPublish ? (
        <Button kind="primary" busy={form.saving} disabled={!form.dirty && !form.saving} onClick={() => onSave(false)}>
          {t(isPublished ? 'bar.save' : 'bar.saveDraft')} {key}
        </Button>
      ) : (
        <>
          <Button disabled={form.saving} onClick={() => onSave(false)}>
            {t('bar.saveDraft')}
          </Button>
          <Button kind="primary" busy={form.saving} onClick={() => onSave(true)}>
            {t('bar.publish')}
          </Button>
        </>
      )}
    </footer>
  )
}
