import { IconMessageCircle } from '@tabler/icons-react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { icon28 } from '../../../../ui/icon-props.ts'
import { lateTexts } from '../room/lazy-texts.ts'
import css from './film-over.module.css'

/** A live that goes on after its film: the picture says so, in the host's words or its own, and stands still for a reason. */
const FilmOver = ({ text }: { readonly text?: string | undefined }) => {
  const t = useText('room')
  return (
    <p className={css.over} data-part="over" role="status">
      <IconMessageCircle {...icon28} />
      <b>{text || t('filmOver.title')}</b>
      {!text && t('filmOver.text')}
    </p>
  )
}

/** The card with its own texts. */
export const loadFilmOver = () => withTexts(lateTexts, FilmOver)
