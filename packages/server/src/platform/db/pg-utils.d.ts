declare module 'pg/lib/utils.js' {
  const utils: {
    /** What pg writes for a value of ours, as it does in its own queries. */
    readonly prepareValue: (value: unknown) => string | Buffer | null
  }
  export default utils
}
