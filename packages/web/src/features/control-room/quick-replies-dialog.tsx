import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeQuickReplies } from '../room/room.api.ts'
import css from './dialogs.module.css'
import { useControlRoom } from './use-control-room.tsx'

const max = 9

/** The firm's ready answers, by the key that says each. */
export const QuickRepliesDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText('control-room')
  const labels = useLabels()
  const { controlRoom, store } = useControlRoom()
  const nextId = useRef(controlRoom.quickReplies.length)
  const [rows, setRows] = useState(() =>
    (controlRoom.quickReplies.length === 0 ? [''] : controlRoom.quickReplies).map((text, id) => ({ id, text })),
  )
  const save = useMutation({
    mutationFn: () => changeQuickReplies(rows.map(({ text }) => text.trim()).filter((text) => text !== '')),
    onSuccess: ({ quickReplies }) => {
      store.patch({ quickReplies })
      toast.good(t('quick.saved'))
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('quick.title')}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button kind="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {t('quick.save')}
          </Button>
        </>
      }
    >
      <p className={css.hint}>{t('quick.hint')}</p>
      <div className="stack-s">
        {rows.map(({ id, text }, at) => (
          <div key={id} className={css.row}>
            <span aria-hidden="true">{at + 1}</span>
            <input
              aria-label={t('quick.nth', { number: at + 1 })}
              value={text}
              maxLength={roomLimits.messageCharacters}
              onChange={(event) => {
                const { value } = event.currentTarget
                setRows(rows.map((row) => (row.id === id ? { id, text: value } : row)))
              }}
            />
            <IconButton
              label={t('quick.remove', { number: at + 1 })}
              icon={<IconTrash {...icon16} />}
              onClick={() => setRows(rows.filter((row) => row.id !== id))}
            />
          </div>
        ))}
        {rows.length < max && (
          <Button
            size="s"
            icon={<IconPlus {...icon16} />}
            onClick={() => {
              nextId.current += 1
              setRows([...rows, { id: nextId.current, text: '' }])
            }}
          >
            {t('quick.add')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
