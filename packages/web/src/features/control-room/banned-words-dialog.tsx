import { bannedWordFinder } from '@kaimai/contract/room/banned-words.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledTextarea } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeKeywords } from '../room/room.api.ts'
import css from './dialogs.module.css'
import { useControlRoom } from './use-control-room.tsx'

const maxWords = 500
const longestWord = 40

const wordsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** The room's banned words, with a line to try them on. */
export const WordsDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText('control-room')
  const labels = useLabels()
  const id = useId()
  const { liveId, controlRoom, store } = useControlRoom()
  const [text, setText] = useState(controlRoom.bannedKeywords.join('\n'))
  const [tried, setTried] = useState('')
  const words = wordsIn(text)
  const tooLong = words.find((word) => [...word].length > longestWord)
  const error =
    words.length > maxWords
      ? t('words.tooMany', { count: maxWords })
      : tooLong === undefined
        ? undefined
        : t('words.tooLong', { word: tooLong, count: longestWord })
  const found = bannedWordFinder(words)(tried)
  const save = useMutation({
    mutationFn: () => changeKeywords(liveId, words),
    onSuccess: ({ bannedKeywords }) => {
      store.patch({ bannedKeywords })
      toast.good(t('words.saved'))
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('words.title')}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button kind="primary" busy={save.isPending} disabled={error !== undefined} onClick={() => save.mutate()}>
            {t('words.save')}
          </Button>
        </>
      }
    >
      <LabelledTextarea
        label={t('words.label')}
        description={t('words.hint')}
        value={text}
        onChange={setText}
        rows={8}
        {...(error === undefined ? {} : { error: error })}
      />
      <div className={css.test}>
        <label htmlFor={id}>{t('words.try')}</label>
        <input id={id} value={tried} maxLength={300} onChange={(event) => setTried(event.currentTarget.value)} />
        <p className={css.verdict} data-held={found !== undefined} role="status">
          {tried.trim() === '' ? (
            ''
          ) : found === undefined ? (
            t('words.passes')
          ) : (
            <>
              {t('words.held')} <mark>{tried.slice(found.start, found.end)}</mark>
            </>
          )}
        </p>
      </div>
    </Modal>
  )
}
