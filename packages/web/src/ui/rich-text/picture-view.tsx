import { IconPhotoX, IconTrash } from '@tabler/icons-react'
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { useEffect, useId, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../button.tsx'
import { icon16 } from '../icon-props.ts'
import type { PictureOptions } from './picture-uploads.ts'
import css from './rich-text.module.css'

const nothing = () => () => {}

/** A picture in the editor: on its way, failed, or there with its words for who does not see it. */
export const PictureView = ({
  node,
  selected,
  extension,
  editor,
  updateAttributes,
  deleteNode,
  getPos,
}: NodeViewProps) => {
  const { uploads, words, maxAlt }: PictureOptions = extension.options
  const src = String(node.attrs.src)
  const uploadId = String(node.attrs.upload)
  const altId = useId()
  const upload = useSyncExternalStore(uploads?.subscribe ?? nothing, () => uploads?.get(uploadId))
  const arrived = src === '' && upload?.state === 'done' ? upload.url : undefined
  useEffect(() => {
    if (arrived === undefined) return
    // Outside of the view's own update; ⌘Z takes the picture back, not the moment in which it came.
    queueMicrotask(() => {
      const at = getPos()
      if (at === undefined || editor.isDestroyed) return
      const { tr } = editor.state
      editor.view.dispatch(tr.setNodeAttribute(at, 'src', arrived).setMeta('addToHistory', false))
    })
  }, [arrived, editor, getPos])
  if (!words) return null
  if (src === '') {
    const isFailed = upload?.state === 'failed'
    return (
      <NodeViewWrapper className={css.arriving} data-failed={isFailed} contentEditable={false}>
        {isFailed ? (
          <>
            <IconPhotoX {...icon16} />
            <span role="alert">{words.uploadFailed(upload.name, upload.error)}</span>
            {upload.mayRetry && (
              <Button size="s" onClick={() => void uploads?.retry(uploadId)}>
                {words.retry}
              </Button>
            )}
            <IconButton label={words.removePicture} icon={<IconTrash {...icon16} />} onClick={() => deleteNode()} />
          </>
        ) : (
          <>
            <span className={css.spin} aria-hidden="true" />
            <span role="status">{words.uploading(upload?.name ?? '')}</span>
          </>
        )}
      </NodeViewWrapper>
    )
  }
  return (
    <NodeViewWrapper className={css.picture} data-selected={selected} contentEditable={false}>
      <img src={src} alt={String(node.attrs.alt)} data-drag-handle="" />
      {editor.isEditable && (
        <div className={css.alt}>
          <label htmlFor={altId} className="sr-only">
            {words.alt}
          </label>
          <input
            id={altId}
            key={src}
            type="text"
            defaultValue={String(node.attrs.alt)}
            placeholder={words.altExample}
            maxLength={maxAlt}
            onChange={(event) => updateAttributes({ alt: event.currentTarget.value })}
            onKeyDown={(event) => {
              // Enter would send the form around the editor.
              if (event.key !== 'Enter') return
              event.preventDefault()
              editor.commands.focus()
            }}
          />
          <IconButton label={words.removePicture} icon={<IconTrash {...icon16} />} onClick={() => deleteNode()} />
        </div>
      )}
    </NodeViewWrapper>
  )
}
