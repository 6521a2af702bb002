// An MQTT broker with WebSockets (Eclipse Mosquitto, a package of Debian) as a peer of the fan-out bench, where it stands.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../packages/server/test/free-port.ts'

const places = ['mosquitto', '/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto']

/** The program, or undefined where there is none. */
export const findMosquitto = (): string | undefined =>
  places.find((place) => spawnSync(place, ['-h'], { stdio: 'ignore' }).error === undefined)

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

export interface Broker {
  readonly process: ChildProcess
  readonly port: number
  readonly removeFiles: () => Promise<void>
}

/** `before`: words of the command line that put it on its core. */
export const startMosquitto = async (program: string, before: readonly string[]): Promise<Broker> => {
  const folder = await mkdtemp(join(tmpdir(), 'kaimai-mosquitto-'))
  const removeFiles = () => rm(folder, { recursive: true, force: true })
  const port = await freePort()
  const settings = [
    // With listeners for WebSockets alone it does not start (2.0.11).
    `listener ${await freePort()} 127.0.0.1`,
    `listener ${port} 127.0.0.1`,
    'protocol websockets',
    'allow_anonymous true',
    'persistence false',
    'log_type none',
    'set_tcp_nodelay true',
    // Nothing is dropped for a viewer that is late: all that is sent must arrive.
    'max_queued_messages 0',
    // Else it gives up the rights of root and may not read this folder.
    ...(process.getuid?.() === 0 ? ['user root'] : []),
  ]
  const file = join(folder, 'mosquitto.conf')
  await writeFile(file, `${settings.join('\n')}\n`)
  const [command = '', ...rest] = [...before, program, '-c', file]
  const child = spawn(command, rest, { stdio: 'ignore' })
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (child.exitCode !== null || tries > 100) {
      child.kill()
      await removeFiles()
      throw new Error('mosquitto did not start')
    }
    await sleep(50)
  }
  return { process: child, port, removeFiles }
}

export const stopMosquitto = async ({ process: child, removeFiles }: Broker): Promise<void> => {
  child.kill()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  await removeFiles()
}
