import { IconArrowBackUp, IconArrowForwardUp, IconPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { icon16 } from '../../../../ui/icon-props.ts'
import { Modal } from '../../../../ui/modal.tsx'
import { useDoc, useStore, useStudio } from '../editor-context.ts'
import { type TrackId, trackIds } from '../model/studio-doc.ts'
import type { Actions } from '../use-editor-actions.ts'
import { rowsOf, TrackTable } from './track-table.tsx'
import css from './tables.module.css'

/** The same programme for who would rather type: one table a kind, the same steps back. */
export const StudioTables = ({ onClose, actions }: { onClose: () => void; actions: Actions }) => {
  const t = useText('live')
  const f = useFormat()
  const { editor, readOnly } = useStudio()
  const doc = useDoc()
  const history = useStore(editor.history)
  const [track, setTrack] = useState<TrackId>('comment')
  const add = {
    comment: actions.addComment,
    product: undefined,
    fakeTicket: actions.addTicket,
    callToAction: actions.addCall,
    poll: actions.addPoll,
    giveaway: actions.addGiveaway,
    hearts: actions.addHearts,
    audience: actions.addPoint,
  }[track]
  return (
    <Modal
      open
      onClose={onClose}
      title={t('studio.tables.title')}
      width={1080}
      footer={
        <div className={css.foot}>
          <p className="small">{t('studio.tables.lead')}</p>
          <Button kind="primary" onClick={onClose}>
            {t('studio.tables.done')}
          </Button>
        </div>
      }
    >
      <div className="stack-m">
        <div className="wrap">
          <div className={clsx('wrap', css.tabs)} role="tablist" aria-label={t('studio.tables.kinds')}>
            {trackIds.map((each) => (
              <button key={each} type="button" role="tab" aria-selected={each === track} onClick={() => setTrack(each)}>
                {t(`studio.track.${each}`)} <small className="caption">{f.number(rowsOf(doc, each).length)}</small>
              </button>
            ))}
          </div>
          <span className={css.acts}>
            {add && !readOnly && (
              <Button size="s" icon={<IconPlus {...icon16} />} onClick={add}>
                {t('studio.tables.add')}
              </Button>
            )}
            <IconButton
              label={t('studio.undo')}
              icon={<IconArrowBackUp {...icon16} />}
              disabled={history.past.length === 0 || readOnly}
              onClick={actions.undo}
            />
            <IconButton
              label={t('studio.redo')}
              icon={<IconArrowForwardUp {...icon16} />}
              disabled={history.future.length === 0 || readOnly}
              onClick={actions.redo}
            />
          </span>
        </div>
        <TrackTable key={track} track={track} />
      </div>
    </Modal>
  )
}
