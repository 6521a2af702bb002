/** Longer than this, in characters, a host takes the place that the custom URL needs. */
const hostMax = 16

/** The part of a public page's address before its custom URL, as shown beside the field; `path`: of the page without one. */
export const addressPrefix = (path: string): string => (location.host.length > hostMax ? '' : location.host) + path
