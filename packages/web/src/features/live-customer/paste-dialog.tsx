import {
  LiveCustomerList,
  type LiveCustomersAdded,
  liveCustomerRoutes,
} from '@kaimai/contract/live-customer/live-customer.routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { call } from '../../lib/http/http.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledTextarea } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { LiveChoice } from './live-choice.tsx'

const reasons = ['noContact', 'invalid', 'noName', 'duplicate'] as const

/** What became of a pasted list. */
const Added = ({ added, known, dropped }: LiveCustomersAdded) => {
  const t = useText('live-customer')
  const f = useFormat()
  return (
    <div className="stack-s" role="status">
      <p>{t('paste.added', { count: f.number(added) })}</p>
      {known > 0 && <p>{t('paste.known', { count: f.number(known) })}</p>}
      {reasons
        .filter((reason) => dropped[reason] > 0)
        .map((reason) => (
          <p key={reason}>{t(`paste.dropped.${reason}`, { count: f.number(dropped[reason]) })}</p>
        ))}
    </div>
  )
}

/** Invites the people of a list that was copied elsewhere, and says what became of each of its lines. */
export const PasteDialog = ({ liveId, onClose }: { liveId: string; onClose: () => void }) => {
  const t = useText('live-customer')
  const labels = useLabels()
  const queries = useQueryClient()
  const formId = useId()
  const [added, setAdded] = useState<LiveCustomersAdded>()
  const form = useSchemaForm({
    schema: LiveCustomerList,
    initial: { liveId, text: '' },
    save: async (body) => {
      setAdded(await call(liveCustomerRoutes.addMany, { body }))
    },
    onSaved: () => void queries.invalidateQueries({ queryKey: ['live-customer'] }),
    guarded: false,
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('paste.title')}
      footer={
        added ? (
          <Button kind="primary" onClick={onClose}>
            {t('paste.close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{labels.cancel}</Button>
            <Button type="submit" form={formId} kind="primary" busy={form.saving}>
              {t('paste.ok')}
            </Button>
          </>
        )
      }
    >
      {added ? (
        <Added {...added} />
      ) : (
        <form id={formId} className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
          <LiveChoice field={form.field('liveId')} />
          <LabelledTextarea
            {...form.field('text')}
            label={t('paste.text')}
            description={t('paste.textHint')}
            rows={8}
            maxRows={14}
            required
          />
          {form.failure !== undefined && (
            <p className="failure-line" role="alert">
              {form.failure}
            </p>
          )}
        </form>
      )}
    </Modal>
  )
}
