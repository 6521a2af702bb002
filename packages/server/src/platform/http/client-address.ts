import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Networks by name, as TRUST_PROXY may have them. */
const named: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  loopback: [
    ['127.0.0.0', 8],
    ['::1', 128],
  ],
  linklocal: [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  uniquelocal: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['fc00::', 7],
  ],
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** '::ffff:10.0.0.1' is 10.0.0.1. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  const ranges = networks.flatMap((network) => {
    const known = named[network]
    if (known) return known
    const [address = '', bits] = network.split('/')
    return [[address, bits === undefined ? (isIPv4(address) ? 32 : 128) : Number(bits)] as const]
  })
  for (const [address, bits] of ranges) list.addSubnet(address, bits, familyOf(address))
  return list
}

const holds = (list: BlockList, address: string): boolean =>
  (isIPv4(address) || isIPv6(address)) && list.check(address, familyOf(address))

const ownMachine = listOf(['loopback'])

const wordsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))

/**
 * Who counts as one for a limit: an address of IPv4; of IPv6 its network, for whoever has one address there has 2⁶⁴ of
 * them.
 */
export const networkOf = (address: string): string => {
  const [own = ''] = plain(address).split('%')
  if (!isIPv6(own)) return own
  const [begin = '', end] = own.split('::')
  const [first, last] = [wordsOf(begin), wordsOf(end ?? '')]
  const gap = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  const words = [...first, ...(end === undefined ? [] : gap), ...last].slice(0, 4)
  return `${words.map((word) => Number.parseInt(word, 16).toString(16)).join(':')}::/64`
}

/** Whether an address is one of the proxies that TRUST_PROXY names. */
export const isTrustedProxy = (trustProxy: readonly string[]): ((address: string) => boolean) => {
  const trusted = listOf(trustProxy)
  return (address) => holds(trusted, plain(address))
}

/** Whether an address is this machine's own: a test, or a proxy whose forwarded header does not count. */
export const isLoopback = (address: string): boolean => holds(ownMachine, plain(address))

/**
 * Who is at the other end, where no framework has looked (a socket's upgrade): the socket's own address, or, as far as the proxies of
 * TRUST_PROXY have forwarded for one, the first address from the right that is none of them.
 */
export const clientAddress = (trustProxy: readonly string[]) => {
  const trusted = listOf(trustProxy)
  return (request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }): string => {
    let address = plain(request.socket.remoteAddress ?? '')
    const header = request.headers['x-forwarded-for']
    const chain = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map(plain)
    while (holds(trusted, address)) {
      const next = chain.pop()
      if (next === undefined || !(isIPv4(next) || isIPv6(next))) return address
      address = next
    }
    return address
  }
}
