import { useText } from '../i18n/use-text.tsx'
import { Picture } from './picture.tsx'

/** A page's pictures and the words around them, for `Slides`. */
export const usePosters = ({
  posters,
  title,
  sizes,
  texts,
}: {
  readonly posters: readonly string[]
  readonly title: string
  /** How wide they are drawn, as in `img[sizes]`. */
  readonly sizes: string
  /** The feature whose texts under `poster` are said. */
  readonly texts: string
}) => {
  const t = useText(texts)
  return {
    labels: {
      group: t('poster.label', { count: posters.length }),
      strip: t('poster.strip'),
      previous: t('poster.previous'),
      next: t('poster.next'),
    },
    children: posters.map((url, number) => (
      <Picture
        key={url}
        first={number === 0}
        src={url}
        alt={number === 0 ? title : t('poster.other', { title, number: number + 1 })}
        sizes={sizes}
      />
    )),
  }
}
