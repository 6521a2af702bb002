import { Redis } from 'ioredis'
import { guarded } from '../guarded.ts'
import type { BusLog } from './bus.ts'

const connectTimeoutMs = 5000
const slowestReconnectMs = 1000
const commandTimeoutMs = 5000

/**
 * A connection that comes back by itself. Commands are never sent twice (their answer may have been lost), and while
 * Redis is away they fail within about a second instead of piling up.
 */
export const redisClient = (url: string, name: string, log: BusLog): Redis => {
  const client = new Redis(url, {
    connectionName: `kaimai-${name}`,
    connectTimeout: connectTimeoutMs,
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 1,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), slowestReconnectMs),
  })
  let away = false
  const onError = (error: unknown): void => {
    // One line per outage: it is tried again every second.
    if (!away) log.warn({ err: error, connection: name }, 'redis: the connection is lost, trying again')
    away = true
  }
  const onReady = (): void => {
    if (away) log.warn({ connection: name }, 'redis: the connection is back')
    away = false
  }
  client.on('error', guarded(log, 'redis: an error could not be noted', onError))
  client.on('ready', guarded(log, 'redis: the connection could not be noted', onReady))
  return client
}
