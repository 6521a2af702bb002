import { type VirtualUser, virtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import type { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import type { Answer } from '@kaimai/contract/common/route.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ImageChoice } from './image-choice.tsx'
import { changeVirtualUser, createVirtualUser, virtualUserImages, virtualUserKey } from './virtual-user.api.ts'

type Images = Answer<typeof virtualUserRoutes.images>['images']

interface VirtualUserFormProps {
  /** Undefined: a new one. */
  readonly user: VirtualUser | undefined
  readonly onClose: () => void
}

export const VirtualUserForm = (props: VirtualUserFormProps) => {
  const t = useText('virtual-user')
  const images = useQuery(virtualUserImages())
  if (images.data) return <FilledForm {...props} images={images.data} />
  return (
    <Modal open onClose={props.onClose} title={t(props.user ? 'form.edit' : 'form.create')} width={520}>
      {images.isError ? (
        <ErrorState title={images.error.message} onRetry={() => void images.refetch()} />
      ) : (
        <SkeletonForm fields={2} />
      )}
    </Modal>
  )
}

/** One of the shipped set. */
const anyOf = (images: Images): string => {
  const shipped = images.filter(({ own }) => !own)
  return shipped[Math.floor(Math.random() * shipped.length)]?.userImgId ?? ''
}

const FilledForm = ({ user, onClose, images }: VirtualUserFormProps & { images: Images }) => {
  const t = useText('virtual-user')
  const labels = useLabels()
  const queries = useQueryClient()
  const formId = useId()
  const goesOn = useRef(false)
  const nameField = useRef<HTMLInputElement>(null)
  const [initial] = useState(() => ({ name: user?.name ?? '', userImgId: user?.userImgId ?? anyOf(images) }))
  const form = useSchemaForm({
    schema: virtualUser.Body,
    initial,
    ...(user ? {} : { draft: 'virtual-user.new' }),
    save: (values) => (user ? changeVirtualUser(user.id, values) : createVirtualUser(values)),
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: virtualUserKey })
      toast.good(t(user ? 'done.changed' : 'done.created', { name: form.values.name.trim() }))
      if (!goesOn.current) {
        onClose()
        return
      }
      form.reset({ name: '', userImgId: anyOf(images) })
      nameField.current?.focus()
    },
  })
  const cancel = () => {
    form.reset()
    onClose()
  }
  return (
    <Modal
      open
      // What was typed comes back when the dialog is opened again; 「取消」 lets it go.
      onClose={onClose}
      closeOnClickOutside={!form.dirty}
      title={t(user ? 'form.edit' : 'form.create')}
      width={520}
      footer={
        <>
          <Button onClick={cancel}>{labels.cancel}</Button>
          {!user && (
            <Button type="submit" form={formId} disabled={form.saving} onClick={() => (goesOn.current = true)}>
              {t('form.addNext')}
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            kind="primary"
            busy={form.saving}
            onClick={() => (goesOn.current = false)}
          >
            {t(user ? 'form.save' : 'form.add')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack-l" onSubmit={(event) => void form.submit(event)} noValidate>
        <LabelledInput
          {...form.field('name')}
          ref={nameField}
          label={t('form.name')}
          description={t('form.nameHint')}
          required
          max={40}
          autoFocus
        />
        {form.failure !== undefined && (
          <p role="alert" className="failure-line">
            {form.failure}
          </p>
        )}
        <ImageChoice {...form.field('userImgId')} images={images} name={form.values.name} />
      </form>
    </Modal>
  )
}
