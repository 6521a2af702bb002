// `node server.mjs <socket folder> <user> <port>`: the shop; it says `ready` once it answers.
import { configOf, vendure } from './config.mjs'

const [folder, user, port] = process.argv.slice(2)
await vendure.bootstrap(configOf({ folder, user, port: Number(port), synchronize: false }))
process.stdout.write('ready\n')
process.once('SIGTERM', () => process.exit(0))
