import css from './sidebar.module.css'

export const FirmLogo = ({ name, imgUrl }: { name: string; imgUrl: string }) => (
  <span className={css.logo} aria-hidden="true">
    {imgUrl ? <img src={imgUrl} alt="" /> : ([...name.trim()][0] ?? 'K')}
  </span>
)
