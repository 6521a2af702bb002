import css from './firm-mark.module.css'

/** A shop's round logo, or the first letter of its name. The name itself stands beside it. */
export const FirmMark = ({ name, imgUrl }: { name: string; imgUrl: string }) => (
  <span className={css.mark} aria-hidden="true">
    {imgUrl === '' ? ([...name][0] ?? '') : <img className="cover" src={imgUrl} alt="" width="28" height="28" />}
  </span>
)
