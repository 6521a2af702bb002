import { Picture } from '../../../../lib/audience/picture.tsx'
import css from './line-picture.module.css'

const px = 72

/** The picture of an item, or its first letter. The name stands beside it, so it says nothing itself. */
export const LinePicture = ({ src, name }: { readonly src: string; readonly name: string }) =>
  src === '' ? (
    <span className={css.letter} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  ) : (
    <Picture src={src} alt="" sizes={`${px}px`} width={px} height={px} className={css.picture} />
  )
