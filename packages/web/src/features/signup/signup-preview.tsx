import { toneStyle } from '@kaimai/contract/common/tone-shades.ts'
import { IconDeviceDesktop, IconDeviceMobile, IconMaximize } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { DesktopFrame } from '../../ui/desktop-frame.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Modal } from '../../ui/modal.tsx'
import { PhoneFrame } from '../../ui/phone-frame.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Face, SignupFields } from './form-values.ts'
import { PreviewAfter } from './preview-after.tsx'
import { PreviewBefore, type RenderPart } from './preview-before.tsx'
import { PreviewCard } from './preview-card.tsx'
import { previewSessions } from './preview-sessions.ts'
import { formAddress, formPath } from './public-address.ts'
import type { SessionOffer } from './signup.api.ts'
import css from './signup-preview.module.css'

interface SignupPreviewProps {
  readonly values: SignupFields
  readonly offer: SessionOffer
  /** The field that is being edited: its place in the page is tinted. */
  readonly editing: string | undefined
  readonly view: Face
  readonly onView: (view: Face) => void
  /** Whatever it stands in has a title of its own. */
  readonly untitled?: boolean
}

const lookOf = (values: SignupFields): CSSProperties & Record<'--background', string> => ({
  ...toneStyle(values.colorToneId),
  '--background': values.backgroundImage === '' ? 'none' : `url("${values.backgroundImage}")`,
})

/** The page as visitors will see it, on a phone or a desktop, while it is written. */
export const SignupPreview = ({ values, offer, editing, view, onView, untitled }: SignupPreviewProps) => {
  const t = useText('signup')
  const firm = useFirm()
  const page = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const [isLarge, setLarge] = useState(false)
  const [now] = useState(() => Date.now())
  const isWide = width === 'desktop' && view !== 'card'
  useEffect(() => {
    const shown = page.current?.dataset.view === view
    const part = shown && editing !== undefined && page.current?.querySelector<HTMLElement>(`[data-part="${editing}"]`)
    const area = page.current?.parentElement?.parentElement
    if (!part || !area || isWide) return
    const { top, bottom } = part.getBoundingClientRect()
    const seen = area.getBoundingClientRect()
    // The button at the lower edge covers what is below it.
    if (top < seen.top || bottom > seen.bottom - 80)
      area.scrollBy({ top: top - seen.top - seen.height / 4, behavior: 'smooth' })
  }, [editing, view, isWide])

  const renderPart: RenderPart = (field, content) => (
    <div className={clsx(css.part, editing === field && css.editing)} data-part={field}>
      {content}
    </div>
  )
  const sessions = previewSessions(values, offer, now)
  const props = { values, sessions, firm, renderPart }
  const shown = (
    // Takes the focus so that keys can scroll the frame; the page in it is a picture: nothing can be pressed.
    <div
      className={clsx('column', css.frame)}
      tabIndex={0}
      role="img"
      aria-label={t(`preview.label.${isWide ? 'desktop' : 'phone'}`)}
    >
      <div
        ref={page}
        className={css.page}
        data-view={view}
        data-wide={isWide || undefined}
        data-backed={(isWide && values.backgroundImage !== '') || undefined}
        style={lookOf(values)}
        inert
      >
        {view === 'before' && <PreviewBefore {...props} />}
        {view === 'after' && <PreviewAfter {...props} />}
        {view === 'card' && <PreviewCard {...props} />}
      </div>
    </div>
  )
  const framed = isWide ? (
    <DesktopFrame label={t('preview.label.desktop')} address={formAddress(values.customUrl)}>
      {shown}
    </DesktopFrame>
  ) : (
    <PhoneFrame label={t('preview.label.phone')}>{shown}</PhoneFrame>
  )
  return (
    <>
      <div className={css.head}>
        {!untitled && <h2>{t('preview.title')}</h2>}
        <Segmented
          label={t('preview.face')}
          value={view}
          onChange={onView}
          options={[
            { value: 'before', label: t('preview.before') },
            { value: 'after', label: t('preview.after') },
            { value: 'card', label: t('preview.card') },
          ]}
        />
      </div>
      <div className="row-s">
        <Segmented
          label={t('preview.width')}
          value={width}
          onChange={setWidth}
          options={[
            {
              value: 'phone',
              label: t('preview.phoneWidth'),
              icon: <IconDeviceMobile {...icon16} />,
            },
            {
              value: 'desktop',
              label: t('preview.desktopWidth'),
              icon: <IconDeviceDesktop {...icon16} />,
            },
          ]}
        />
        {isWide && !untitled && (
          <IconButton label={t('preview.large')} icon={<IconMaximize {...icon16} />} onClick={() => setLarge(true)} />
        )}
      </div>
      {isLarge && isWide ? (
        <Modal open onClose={() => setLarge(false)} title={t('preview.label.desktop')} width={1160}>
          {framed}
        </Modal>
      ) : (
        framed
      )}
      <p className={css.note}>
        {t('preview.zone')}・<span>{formPath(values.customUrl)}</span>
      </p>
    </>
  )
}
