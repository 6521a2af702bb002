const dayMs = 86_400_000
const noonInTaipeiMs = 4 * 3600_000

/** For NODE_OPTIONS of a server: read by node before the program, its clock is ahead by so many milliseconds. */
export const clockAhead = (ms: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const now=Date.now;const by=${ms};` +
      // A date that comes from another thread is one too.
      'globalThis.Date=new Proxy(Date,{get:(date,key)=>key==="now"?()=>now()+by:date[key],' +
      'construct:(date,given,called)=>Reflect.construct(date,given.length===0?[now()+by]:given,called)})',
  )}`

/** How long it is until the next noon in Taipei, in ms: no marketing leaves at night. */
export const untilNoon = (): number => (noonInTaipeiMs - (Date.now() % dayMs) + dayMs) % dayMs
