import { BlockBody } from '@kaimai/contract/block/block.routes.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { LabelledInput, LabelledSelect } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { newestLives } from '../live/live.api.ts'
import css from './block-add.module.css'
import { blockKey, createBlock, viewersFound } from './block.api.ts'
import { nameOf } from './use-block-actions.tsx'
import { ViewerChoice } from './viewer-choice.tsx'

const allLives = 'all'
const livesOffered = 50

/** Bars somebody by hand: a viewer of a live, or a phone number or an e-mail address. */
export const BlockAdd = ({ liveId, onClose }: { liveId: string; onClose: () => void }) => {
  const t = useText('block')
  const f = useFormat()
  const labels = useLabels()
  const queries = useQueryClient()
  const formId = useId()
  const [way, setWay] = useState<'viewer' | 'contact'>('viewer')
  const [search, setSearch] = useState('')
  const viewers = useQuery({ ...viewersFound(search), placeholderData: keepPreviousData })
  const lives = useQuery(newestLives(livesOffered))
  const form = useSchemaForm({
    schema: BlockBody,
    initial: { liveId: liveId === '' ? null : liveId, liveUserId: null, name: '', phone: '', email: '', reason: '' },
    save: async (values) => {
      const block = await createBlock(values)
      toast.good(t('done.added', { name: nameOf(t, block) }))
    },
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: blockKey })
      onClose()
    },
  })
  const { values } = form
  const close = async () => {
    if (form.saving) return
    const leaves =
      !form.dirty ||
      (await askToConfirm({
        title: t('leave.title'),
        text: t('leave.text'),
        ok: t('leave.leave'),
        cancel: t('leave.stay'),
        danger: true,
      }))
    if (leaves) onClose()
  }
  const choose = (next: 'viewer' | 'contact') => {
    setWay(next)
    form.set(next === 'viewer' ? { name: '', phone: '', email: '' } : { liveUserId: null })
  }
  const scopes = [
    { value: allLives, label: t('scope.all') },
    ...(lives.data?.items ?? []).map((live) => ({ value: live.id, label: `${live.liveName}・${f.day(live.beginAt)}` })),
  ]
  const nobody = way === 'viewer' ? form.errorAt('phone') : undefined

  return (
    <Modal
      open
      onClose={() => void close()}
      closeOnClickOutside={!form.dirty}
      title={t('add.title')}
      width={560}
      footer={
        <>
          <Button onClick={() => void close()}>{labels.cancel}</Button>
          <Button type="submit" form={formId} kind="primary" busy={form.saving}>
            {t('add.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
        <p className={css.lead}>{t('add.lead')}</p>
        <Segmented
          label={t('add.way')}
          value={way}
          onChange={choose}
          options={[
            { value: 'viewer', label: t('add.viewer') },
            { value: 'contact', label: t('add.contact') },
          ]}
        />
        {way === 'viewer' ? (
          <ViewerChoice
            search={search}
            onSearch={setSearch}
            viewers={viewers.data?.viewers ?? []}
            state={viewers.isPending ? 'loading' : viewers.isError ? 'failed' : 'ready'}
            failure={viewers.error?.message}
            onRetry={() => void viewers.refetch()}
            chosen={values.liveUserId ?? undefined}
            onChoose={(liveUserId) => form.set({ liveUserId })}
            error={nobody}
          />
        ) : (
          <>
            <TwoColumns>
              <LabelledInput
                {...form.field('phone')}
                value={values.phone ?? ''}
                type="tel"
                inputMode="tel"
                label={t('show.phone')}
                autoFocus
              />
              <LabelledInput
                {...form.field('email')}
                value={values.email ?? ''}
                type="email"
                inputMode="email"
                label={t('show.email')}
              />
            </TwoColumns>
            <LabelledInput
              {...form.field('name')}
              value={values.name ?? ''}
              label={t('add.name')}
              description={t('add.nameHint')}
              optional
              max={40}
            />
          </>
        )}
        <LabelledSelect
          name="liveId"
          label={t('add.scope')}
          description={t(values.liveId === null ? 'add.scopeAll' : 'add.scopeOne')}
          value={values.liveId ?? allLives}
          onChange={(value) => form.set({ liveId: value === allLives || value === '' ? null : value })}
          error={form.errorAt('liveId')}
          choices={scopes}
          searchable
        />
        <LabelledInput
          {...form.field('reason')}
          value={values.reason ?? ''}
          label={t('column.reason')}
          description={t('add.reasonHint')}
          optional
          max={200}
        />
        {form.failure !== undefined && (
          <p className="failure-line" role="alert">
            {form.failure}
          </p>
        )}
      </form>
    </Modal>
  )
}
