/** The methods of a service, each to be called only once the service is put together. */
type Methods<T> = { readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => R : T[K] }

export interface LateBound<T extends object> {
  /** The service's methods before it exists: each finds it when it is called. */
  readonly of: <K extends keyof T>(name: K) => Methods<T[K]>
  /** The service itself, when it is asked for after the start. */
  readonly get: <K extends keyof T>(name: K) => T[K]
  readonly provide: <K extends keyof T, S extends T[K]>(name: K, service: S) => S
}

/**
 * Services that a module asks although they come after it in the order of modules: the module owns the interface, the
 * composition root names here what will stand behind it. Who asks before it is there gets an error that names it.
 */
export const createLateBound = <T extends object>(): LateBound<T> => {
  const services = new Map<keyof T, unknown>()
  const get = <K extends keyof T>(name: K): T[K] => {
    if (!services.has(name)) throw new Error(`${String(name)} is asked before it is put together`)
    return services.get(name) as T[K]
  }
  return {
    get,
    of: <K extends keyof T>(name: K) =>
      new Proxy({} as Methods<T[K]>, {
        get:
          (_target, method) =>
          (...args: readonly unknown[]): unknown => {
            const call: unknown = Reflect.get(Object(get(name)), method)
            if (typeof call !== 'function') throw new Error(`${String(name)} has no method ${String(method)}`)
            return Reflect.apply(call, undefined, args)
          },
      }),
    provide: (name, service) => {
      services.set(name, service)
      return service
    },
  }
}
