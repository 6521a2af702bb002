/** Who books money, unless a firm says otherwise. */
export const bookers: readonly string[] = ['owner', 'manager']
