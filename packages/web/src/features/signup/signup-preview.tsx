import { clsx } from 'clsx'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { PhoneFrame } from '../../ui/phone-frame.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Face, SignupFields } from './form-values.ts'
import { PreviewAfter } from './preview-after.tsx'
import { PreviewBefore } from './preview-before.tsx'
import { PreviewCard } from './preview-card.tsx'
import { formPath } from './public-address.ts'
import type { LiveToOffer } from './signup.api.ts'
import type { RenderPart } from './render-part.ts'
import css from './signup-preview.module.css'

interface SignupPreviewProps {
  readonly values: SignupFields
  readonly lives: readonly LiveToOffer[]
  /** The field that is being edited: its place in the page is tinted. */
  readonly editing: string | undefined
  readonly face: Face
  readonly onFace: (face: Face) => void
  /** Whatever it stands in has a title of its own. */
  readonly untitled?: boolean
}

const toneOf = (tone: string): CSSProperties & Record<'--tone', string> => ({ '--tone': tone })

/** The page as a visitor's phone will show it, while it is written. */
export const SignupPreview = ({ values, lives, editing, face, onFace, untitled }: SignupPreviewProps) => {
  const t = useText('signup')
  const firm = useFirm()
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = page.current?.dataset.face === face
    const part = shown && editing !== undefined && page.current?.querySelector<HTMLElement>(`[data-part="${editing}"]`)
    const area = page.current?.parentElement?.parentElement
    if (!part || !area) return
    const { top, bottom } = part.getBoundingClientRect()
    const seen = area.getBoundingClientRect()
    // The button at the lower edge covers what is below it.
    if (top < seen.top || bottom > seen.bottom - 80)
      area.scrollBy({ top: top - seen.top - seen.height / 4, behavior: 'smooth' })
  }, [editing, face])

  const renderPart: RenderPart = (field, content) => (
    <div className={clsx(css.part, editing === field && css.editing)} data-part={field}>
      {content}
    </div>
  )
  return (
    <>
      <div className={css.head}>
        {!untitled && <h2>{t('preview.title')}</h2>}
        <Segmented
          label={t('preview.face')}
          value={face}
          onChange={onFace}
          options={[
            { value: 'before', label: t('preview.before') },
            { value: 'after', label: t('preview.after') },
            { value: 'card', label: t('preview.card') },
          ]}
        />
      </div>
      <PhoneFrame label={t('preview.label')}>
        {/* Takes the focus so that keys can scroll the phone; the page in it is a picture: nothing can be pressed. */}
        <div className={css.frame} tabIndex={0} role="img" aria-label={t('preview.label')}>
          <div ref={page} className={css.page} data-face={face} style={toneOf(values.colorToneId)} inert>
            {face === 'before' && <PreviewBefore values={values} lives={lives} firm={firm} renderPart={renderPart} />}
            {face === 'after' && <PreviewAfter values={values} lives={lives} firm={firm} renderPart={renderPart} />}
            {face === 'card' && <PreviewCard values={values} firm={firm} renderPart={renderPart} />}
          </div>
        </div>
      </PhoneFrame>
      <p className={css.note}>
        {t('preview.zone')}・<span>{formPath(values.customUrl)}</span>
      </p>
    </>
  )
}
