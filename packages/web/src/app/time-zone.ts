/** Whose clock the console shows (ux.md: the firm's). */
export const consoleTimeZone = 'Asia/Taipei'
