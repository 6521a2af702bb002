import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { IconPlus } from '@tabler/icons-react'
import { type SubmitEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import type { Store } from '../../lib/store/store.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './comment-composer.module.css'
import { type Person, PersonSelect } from './person-select.tsx'
import { showTimecode } from '@kaimai/contract/comment-mod/timecode.rules.ts'

interface CommentComposerProps {
  readonly clock: Store<number>
  readonly people: readonly VirtualUser[]
  readonly urlOf: (userImgId: string) => string
  readonly onAdd: (comment: Person & { commentText: string; commentTime: number }) => void
}

const anyOf = (people: readonly VirtualUser[]): Person | undefined => {
  const person = people[Math.floor(Math.random() * people.length)]
  return person && { userName: person.name, userImgId: person.userImgId }
}

/** Writes a comment for the second that the video shows: the one at which typing began. */
export const CommentComposer = ({ clock, people, urlOf, onAdd }: CommentComposerProps) => {
  const t = useText('comment-mod')
  const now = useSyncExternalStore(clock.subscribe, clock.get)
  const [heldAt, setHeldAt] = useState<number>()
  const [text, setText] = useState('')
  const [person, setPerson] = useState<Person>()
  const [added, setAdded] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const at = heldAt ?? now

  const type = (typed: string) => {
    if (typed === '') setHeldAt(undefined)
    else setHeldAt(heldAt ?? clock.get())
    setText(typed)
  }
  const add = (event: SubmitEvent) => {
    event.preventDefault()
    input.current?.focus()
    const speaker = person ?? anyOf(people)
    const commentText = text.trim()
    if (!speaker || commentText === '') return
    onAdd({ ...speaker, commentText, commentTime: at })
    setAdded(t('composer.added', { time: showTimecode(at), name: speaker.userName }))
    setText('')
    setHeldAt(undefined)
  }

  if (people.length === 0) {
    return (
      <div className={css.nobody}>
        <p>{t('composer.nobody')}</p>
        <Button size="s" href={paths.manageVirtualUser()}>
          {t('composer.toPeople')}
        </Button>
      </div>
    )
  }
  return (
    <form className={css.composer} onSubmit={add} aria-label={t('composer.label')}>
      <FieldFrame label={t('composer.person')} group>
        {() => (
          <PersonSelect
            label={t('composer.person')}
            value={person}
            onChange={setPerson}
            people={people}
            urlOf={urlOf}
            anyoneLabel={t('composer.anyone')}
          />
        )}
      </FieldFrame>
      <LabelledInput
        ref={input}
        label={t('composer.text')}
        value={text}
        onChange={type}
        placeholder={t('composer.placeholder')}
        max={300}
      />
      <Button type="submit" wide icon={<IconPlus {...icon16} />} className={css.add}>
        {t('composer.add', { time: showTimecode(at) })}
      </Button>
      <p className="caption">{t('composer.hint')}</p>
      <p className="sr-only" role="status">
        {added}
      </p>
    </form>
  )
}
