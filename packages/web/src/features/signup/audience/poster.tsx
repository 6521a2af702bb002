import { usePosters } from '../../../lib/audience/use-posters.tsx'
import { Slides } from '../../../ui/audience/slides.tsx'
import css from './poster.module.css'

/** Cut to its place: beside the form it is as high as the screen, so a lying picture is drawn wider than its half. */
export const posterSizes = '(min-width: 700px) max(50vw, 130vh), max(100vw, 50vh)'

/** The form's pictures; the tone stands for them where there are none. */
export const Poster = (page: { posters: readonly string[]; title: string }) => (
  <Slides className={css.poster} {...usePosters({ ...page, sizes: posterSizes, texts: 'signup' })} />
)
