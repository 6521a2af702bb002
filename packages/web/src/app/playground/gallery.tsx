import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import css from './gallery.module.css'

export interface Specimen {
  /** Also its anchor. */
  readonly id: string
  /** Components as they are exported. */
  readonly names: readonly string[]
  readonly content: ReactNode
  /** The whole width, without a ground of its own. */
  readonly bare?: boolean
  /** Shown once more on the room's dark ground. */
  readonly dark?: boolean
}

const galleryPages = ['foundations', 'actions', 'lists', 'overlays', 'audience'] as const
type GalleryPageName = (typeof galleryPages)[number]

const pathOf = {
  foundations: paths.playgroundPage1,
  actions: paths.playgroundPage2,
  lists: paths.playgroundPage3,
  overlays: paths.playgroundPage4,
  audience: paths.playgroundPage5,
} as const

/** The gallery's five parts, as tabs. */
const GalleryTabs = ({ current }: { current: GalleryPageName }) => {
  const t = useText('playground')
  return (
    <LinkTabs
      label={t('pages')}
      tabs={galleryPages.map((page) => ({ label: t(`${page}.tab`), to: pathOf[page](), current: page === current }))}
    />
  )
}

const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Kaimai 開賣`
  }, [title])
}

/** One page of the gallery: what it shows at the left, the specimens at the right. */
export const Gallery = ({ page, specimens }: { page: GalleryPageName; specimens: readonly Specimen[] }) => {
  const t = useText('playground')
  useDocumentTitle(t(`${page}.title`))
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{t(`${page}.title`)}</h1>
        <p>{t(`${page}.lead`)}</p>
      </header>
      <GalleryTabs current={page} />
      <div className={css.columns}>
        <nav className={css.contents} aria-label={t('contents')}>
          <p aria-hidden="true">{t('contents')}</p>
          <ol>
            {specimens.map(({ id }) => (
              <li key={id}>
                <a href={`#${id}`}>{t(`${page}.${id}.title`)}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={css.specimens}>
          {specimens.map((specimen) => (
            <section key={specimen.id} id={specimen.id} aria-labelledby={`${specimen.id}-title`}>
              <h2 id={`${specimen.id}-title`}>{t(`${page}.${specimen.id}.title`)}</h2>
              <p className={css.note}>{t(`${page}.${specimen.id}.note`)}</p>
              <p className={css.names}>
                {specimen.names.map((name) => (
                  <code key={name}>{name}</code>
                ))}
              </p>
              <div className={clsx(!specimen.bare && css.ground)}>{specimen.content}</div>
              {specimen.dark && (
                <div className={clsx(css.ground, css.dark)} data-theme="dark">
                  {specimen.content}
                </div>
              )}
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

/** A state with its name under it. */
export const State = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <figure className={clsx(css.state, wide && css.wideState)}>
    <div>{children}</div>
    <figcaption className="caption">{name}</figcaption>
  </figure>
)

export const States = ({ children }: { children: ReactNode }) => <div className={css.states}>{children}</div>
export const Grid = ({ children }: { children: ReactNode }) => <div className={css.grid}>{children}</div>
