declare const __KAIMAI_VERSION__: string

/** The product's version (package.json), put in by the build. */
export const version = __KAIMAI_VERSION__
