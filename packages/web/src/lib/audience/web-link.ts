/** Whether what a merchant gave as a link leads to a page: nothing else is made a link. */
export const isWebLink = (text: string): boolean => /^https?:\/\//i.test(text)
