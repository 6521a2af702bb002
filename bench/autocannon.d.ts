declare module 'autocannon' {
  export interface Result {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    /** Seconds. */
    readonly duration: number
  }
  const autocannon: (options: { url: string; connections: number; duration: number }) => Promise<Result>
  export default autocannon
}
