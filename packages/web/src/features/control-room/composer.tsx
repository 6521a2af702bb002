import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { IconChevronDown, IconPencil, IconPlus, IconSend, IconSpeakerphone, IconX } from '@tabler/icons-react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { newId } from '../../lib/ids/new-id.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { icon14, icon16 } from '../../ui/icon-props.ts'
import { Avatar } from '../../ui/thumb.tsx'
import css from './composer.module.css'
import { QuickRepliesDialog } from './quick-replies-dialog.tsx'
import { useControlRoom } from './use-control-room.tsx'
import { useControlRoomKey } from './use-shortcut-keys.ts'
import { type Voice, VoicePicker } from './voice-picker.tsx'

export interface ReplyTo {
  readonly seq: number
  readonly name: string
  readonly text: string
}

export interface ComposerHandle {
  readonly focus: () => void
}

/** How long a broadcast stays, in seconds; null: until it is taken down. */
const castSeconds = [60, 180, 600, null] as const
/** Of a broadcast, as the contract has it. */
const castCharacters = 200

interface ComposerProps {
  readonly reply: ReplyTo | undefined
  readonly onReplyOver: () => void
  readonly ref?: Ref<ComposerHandle>
}

/** Speaks as the host, as oneself or as a virtual user; pins a broadcast. */
export const Composer = ({ reply, onReplyOver, ref }: ComposerProps) => {
  const t = useText('control-room')
  const { controlRoom, store } = useControlRoom()
  const [as, setAs] = useState<'host' | 'staff' | Voice>(controlRoom.may.run ? 'host' : 'staff')
  const [text, setText] = useState('')
  const [cast, setCast] = useState(false)
  const [seconds, setSeconds] = useState<number | null>(180)
  const [picking, setPicking] = useState(false)
  const [editing, setEditing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }))

  const isVirtual = typeof as === 'object'
  const speaker = isVirtual ? { name: as.name, imgUrl: as.imgUrl } : as === 'host' ? controlRoom.host : controlRoom.you
  const who = t('as.choose', { name: speaker.name, as: t(`as.${isVirtual ? 'virtual' : as}`) })
  const say = (words: string) => {
    store.act({
      kind: 'say',
      messageId: newId(),
      as: isVirtual ? 'virtual' : as,
      virtualUserId: isVirtual ? as.id : null,
      text: words,
      to: reply?.seq ?? null,
    })
    onReplyOver()
  }
  const send = () => {
    const words = text.trim()
    if (words === '') return
    if (cast) {
      store.act({ kind: 'broadcast', text: words.slice(0, castCharacters), seconds })
      setCast(false)
    } else say(words)
    setText('')
  }
  useControlRoomKey('write', () => input.current?.focus())

  const durationLabel = (each: number | null) =>
    each === null ? t('cast.untilDown') : t('cast.minutes', { count: each / 60 })
  return (
    <div className={css.composer}>
      <div className={css.quick} role="group" aria-label={t('quick.label')}>
        <span className="caption" aria-hidden="true">
          {t('quick.label')}
        </span>
        {controlRoom.quickReplies.map((words, at) => (
          <QuickReply key={`${at} ${words}`} number={at + 1} words={words} onSay={() => say(words)} />
        ))}
        {controlRoom.may.run && (
          <button
            type="button"
            className={controlRoom.quickReplies.length === 0 ? undefined : css.edit}
            aria-label={controlRoom.quickReplies.length === 0 ? t('quick.add') : t('quick.edit')}
            onClick={() => setEditing(true)}
          >
            {controlRoom.quickReplies.length === 0 ? (
              <>
                <IconPlus {...icon14} />
                {t('quick.add')}
              </>
            ) : (
              <IconPencil {...icon14} />
            )}
          </button>
        )}
      </div>
      {reply !== undefined && (
        <div className={css.chip}>
          <span className="clip">
            {t('compose.replyTo')} <b>@{reply.name}</b> {reply.text}
          </span>
          <button type="button" aria-label={t('compose.noReply')} onClick={onReplyOver}>
            <IconX {...icon14} />
          </button>
        </div>
      )}
      {cast && (
        <div className={css.chip}>
          <span className="clip">{t('cast.note')}</span>
          <DropdownMenu
            items={castSeconds.map((each) => ({
              label: durationLabel(each),
              chosen: each === seconds,
              run: () => setSeconds(each),
            }))}
            renderTrigger={(trigger) => (
              <button type="button" {...trigger} style={{ width: 'auto' }}>
                {durationLabel(seconds)} ▾
              </button>
            )}
          />
        </div>
      )}
      <form
        className={css.box}
        data-cast={cast}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {controlRoom.may.run ? (
          <DropdownMenu
            side="left"
            items={[
              {
                label: t('as.choose', { name: controlRoom.host.name, as: t('as.host') }),
                chosen: as === 'host',
                run: () => setAs('host'),
              },
              {
                label: t('as.choose', { name: controlRoom.you.name, as: t('as.staff') }),
                chosen: as === 'staff',
                run: () => setAs('staff'),
              },
              'line',
              { label: t('as.pick'), run: () => setPicking(true) },
            ]}
            renderTrigger={(trigger) => (
              <button
                type="button"
                className={css.as}
                data-virtual={isVirtual}
                aria-label={t('compose.as', { who })}
                {...trigger}
              >
                <Avatar src={speaker.imgUrl} name={speaker.name} size={24} simulated={isVirtual} />
                <span className={css.words}>{who}</span>
                <IconChevronDown {...icon16} />
              </button>
            )}
          />
        ) : (
          <span className={css.as} title={t('compose.as', { who })}>
            <Avatar src={speaker.imgUrl} name={speaker.name} size={24} />
            <span className={css.words}>{who}</span>
          </span>
        )}
        <input
          ref={input}
          aria-label={cast ? t('compose.castLabel') : t('compose.label')}
          placeholder={cast ? t('compose.castHint') : t('compose.hint')}
          value={text}
          maxLength={cast ? castCharacters : roomLimits.messageCharacters}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
        {controlRoom.may.run && (
          <button
            type="button"
            className={css.toggle}
            aria-pressed={cast}
            aria-label={t('cast.toggle')}
            onClick={() => {
              setCast(!cast)
              input.current?.focus()
            }}
          >
            <IconSpeakerphone {...icon16} />
            <span className={css.words}>{t('cast.short')}</span>
          </button>
        )}
        <button type="submit" className={css.send} aria-disabled={text.trim() === ''} aria-label={t('compose.send')}>
          <span className={css.words}>{t('compose.send')}</span>
          <IconSend {...icon16} />
        </button>
      </form>
      <KeyLine />
      {picking && <VoicePicker onClose={() => setPicking(false)} onChoose={setAs} />}
      {editing && <QuickRepliesDialog onClose={() => setEditing(false)} />}
    </div>
  )
}

const QuickReply = ({ number, words, onSay }: { number: number; words: string; onSay: () => void }) => {
  const t = useText('control-room')
  useShortcut({ keys: String(number), label: t('quick.say', { words }), run: onSay })
  return (
    <button type="button" title={words} onClick={onSay}>
      <kbd aria-hidden="true">{number}</kbd>
      <span className="clip">{words}</span>
    </button>
  )
}

const KeyLine = () => {
  const t = useText('control-room')
  const keys = [
    [['↑', '↓'], 'choose', ''],
    [['F'], 'mark', ''],
    [['M'], 'mute', ''],
    [['B'], 'block', ''],
    [['R'], 'reply', ''],
    [[t('keyLine.space')], 'freeze', ''],
    [['/'], 'write', css.wide],
    [['?'], 'more', ''],
  ] as const
  return (
    <div className={css.keys} aria-hidden="true">
      {keys.map(([names, does, only]) => (
        <span key={does} className={only}>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
          {t(`keyLine.${does}`)}
        </span>
      ))}
    </div>
  )
}
