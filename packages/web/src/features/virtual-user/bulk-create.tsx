import { virtualUserBatch } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type SubmitEvent, useId, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledTextarea } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { createVirtualUsers, virtualUserImages, virtualUserKey } from './virtual-user.api.ts'
import css from './virtual-user.module.css'

/** Characters of a name. */
const longest = 40

/** Names that were typed or pasted: one a line; what comes from a table's first column counts too. Each stands once. */
export const readNames = (typed: string): { names: string[]; twice: number; tooLong: string[] } => {
  const given = typed
    .split(/\r?\n/)
    .map((line) => (line.split('\t')[0] ?? '').replaceAll(/[\p{Cc}]+/gu, ' ').trim())
    .filter((name) => name !== '')
  const names = [...new Set(given)]
  return {
    names,
    twice: given.length - names.length,
    tooLong: names.filter((name) => name.length > longest),
  }
}

/** Faces that a preview of so many shows. */
const avatarsShown = 12

/** Makes many virtual users of a list of names; pictures are dealt by the server. */
export const BulkCreate = ({ onClose }: { onClose: () => void }) => {
  const t = useText('virtual-user')
  const f = useFormat()
  const labels = useLabels()
  const queries = useQueryClient()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const { names, twice, tooLong } = readNames(typed)
  const faces = useQuery(virtualUserImages()).data?.filter(({ own }) => !own) ?? []
  const create = useMutation({
    mutationFn: () => createVirtualUsers(names.map((name) => ({ name }))),
    onSuccess: async ({ created, already }) => {
      await queries.invalidateQueries({ queryKey: virtualUserKey })
      if (created.length > 0) toast.good(t('bulk.done', { count: created.length }))
      if (already.length > 0)
        toast.info(t('bulk.already', { count: already.length, names: f.list(already.slice(0, 5)) }))
      onClose()
    },
  })
  const error =
    names.length > virtualUserBatch
      ? t('bulk.tooMany', { max: virtualUserBatch })
      : tooLong.length > 0
        ? t('bulk.tooLong', { name: `${tooLong[0]?.slice(0, 12)}…` })
        : tried && names.length === 0
          ? t('bulk.none')
          : undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (names.length > 0 && names.length <= virtualUserBatch && tooLong.length === 0) create.mutate()
  }
  return (
    <Modal
      open
      onClose={create.isPending ? undefined : onClose}
      closeOnClickOutside={typed === ''}
      title={t('bulk.title')}
      width={560}
      footer={
        <>
          <Button onClick={onClose} disabled={create.isPending}>
            {labels.cancel}
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={create.isPending}>
            {names.length === 0 ? t('bulk.okNone') : t('bulk.ok', { count: names.length })}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack-l" onSubmit={submit} noValidate>
        <LabelledTextarea
          label={t('bulk.names')}
          description={t('bulk.hint')}
          placeholder={t('bulk.placeholder')}
          value={typed}
          onChange={setTyped}
          error={error}
          required
          rows={8}
        />
        <div className={css.deal} role="status">
          <span className={clsx('wrap', css.faces)}>
            {names.slice(0, avatarsShown).map((name, index) => (
              <Avatar
                key={name}
                src={faces[index % Math.max(1, faces.length)]?.userImgUrl}
                name={name}
                size={32}
                simulated
              />
            ))}
          </span>
          <p>
            {names.length === 0 ? t('bulk.deal') : t('bulk.count', { count: names.length })}
            {twice > 0 && t('bulk.twice', { count: twice })}
          </p>
        </div>
      </form>
    </Modal>
  )
}
