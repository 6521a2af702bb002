import { clsx } from 'clsx'
import { useText } from '../../../lib/i18n/use-text.tsx'
import block from './block.module.css'
import css from './about.module.css'

/** The rest of what the merchant wrote, as sanitised HTML. */
export const About = ({ html }: { html: string }) => {
  const t = useText('signup')
  if (html === '') return null
  return (
    <section className={css.block} aria-labelledby="about-title">
      <h2 id="about-title">{t('about')}</h2>
      <div className={clsx(block.prose, css.text)} dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
