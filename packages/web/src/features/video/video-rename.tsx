import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { renameVideo, videoKey } from './video.api.ts'

export const VideoRename = ({ video, onClose }: { video: Video; onClose: () => void }) => {
  const t = useText('video')
  const labels = useLabels()
  const queries = useQueryClient()
  const formId = useId()
  const form = useSchemaForm({
    schema: videoRoutes.change.body,
    initial: { name: video.name },
    save: ({ name }) => renameVideo(video.id, name),
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: videoKey })
      toast.good(t('done.renamed'))
      onClose()
    },
    onFailed: (message) => toast.bad(message),
  })
  return (
    <Modal
      open
      onClose={onClose}
      closeOnClickOutside={!form.dirty}
      title={t('rename.title')}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button type="submit" form={formId} kind="primary" busy={form.saving}>
            {t('rename.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void form.submit(event)} noValidate>
        <LabelledInput
          {...form.field('name')}
          label={t('rename.name')}
          description={t('rename.hint')}
          required
          max={200}
          autoFocus
        />
      </form>
    </Modal>
  )
}
