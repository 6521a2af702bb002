import { Link } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { GalleryTabs, galleryPages, galleryPath, useDocumentTitle } from './gallery.tsx'
import css from './gallery.module.css'

/** The gallery's contents: five pages of components, a screen made of them, and the room's two benches. */
export const PlaygroundPage = () => {
  const t = useText('playground')
  useDocumentTitle(t('index.title'))
  const cards = [
    ...galleryPages.map((page) => ({ name: page, to: galleryPath(page) })),
    { name: 'composition', to: paths.playground2() },
    { name: 'proto', to: paths.proto() },
    { name: 'chat', to: paths.chat() },
  ]
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{t('index.title')}</h1>
        <p>{t('index.lead')}</p>
      </header>
      <GalleryTabs current="index" />
      <div className={css.cards}>
        {cards.map(({ name, to }) => (
          <Link key={name} to={to} className={css.card}>
            <b>{t(`${name}.title`)}</b>
            <span>{t(`${name}.lead`)}</span>
          </Link>
        ))}
      </div>
    </div>
  )
}
