/** Characters as people count them, as near as code points come. */
export const lengthOf = (text: string): number => [...text].length
