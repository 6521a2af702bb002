/** An icon beside text: its size in px and the one line weight; the text speaks for it. */
const propsOf = (size: number) => ({ size, stroke: 1.75, 'aria-hidden': true }) as const

export const icon12 = propsOf(12)
export const icon14 = propsOf(14)
export const icon16 = propsOf(16)
export const icon18 = propsOf(18)
export const icon20 = propsOf(20)
export const icon22 = propsOf(22)
export const icon24 = propsOf(24)
export const icon28 = propsOf(28)
export const icon32 = propsOf(32)
