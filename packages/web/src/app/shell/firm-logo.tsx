import css from './sidebar.module.css'

// The letter is drawn by CSS: as text it would be part of the name that is read and said.
export const FirmLogo = ({ name, imgUrl }: { name: string; imgUrl: string }) => (
  <span className={css.logo} aria-hidden="true" data-letter={imgUrl ? '' : ([...name.trim()][0] ?? 'K')}>
    {imgUrl && <img className="cover" src={imgUrl} alt="" />}
  </span>
)
