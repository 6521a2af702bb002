import css from './rows.module.css'

/** What is wrong with a row, below it; its inputs are described by it. */
export const RowFault = ({ id, message }: { id: string; message: string | undefined }) =>
  message === undefined ? null : (
    <p id={id} className={css.rowFault}>
      {message}
    </p>
  )
