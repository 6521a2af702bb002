import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientAddress, isLoopback, networkOf } from './client-address.ts'

const request = (remoteAddress: string, forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress },
})

test('HTTP-3 Without TRUST_PROXY the address is the socket’s own, whatever the header says', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV4(), (peer, forged) => {
      expect(clientAddress([])(request(peer, forged))).toBe(peer)
    }),
  )
  expect(clientAddress([])(request('::ffff:203.0.113.9', '1.2.3.4'))).toBe('203.0.113.9')
})

test('HTTP-4 Behind trusted proxies it is the first from the right that is none of them; what stands left of it is forged', () => {
  const addressOf = clientAddress(['10.0.0.0/8', 'loopback', '2001:db8::1'])
  expect(addressOf(request('127.0.0.1', '6.6.6.6, 203.0.113.9, 10.1.2.3'))).toBe('203.0.113.9')
  expect(addressOf(request('2001:db8::1', '2001:db8:1::7'))).toBe('2001:db8:1::7')
  expect(addressOf(request('198.51.100.1', '203.0.113.9'))).toBe('198.51.100.1')
  expect(addressOf(request('127.0.0.1'))).toBe('127.0.0.1')
  expect(addressOf(request('127.0.0.1', 'unknown'))).toBe('127.0.0.1')
  fc.assert(
    fc.property(fc.ipV4(), fc.array(fc.ipV4(), { maxLength: 3 }), (client, forged) => {
      fc.pre(!/^(10|127)\./.test(client))
      expect(addressOf(request('10.0.0.1', [...forged, client, '10.0.0.2'].join(', ')))).toBe(client)
    }),
  )
})

test('HTTP-5 An address of this machine is known as such', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect(isLoopback(address)).toBe(true)
  for (const address of ['10.0.0.1', '', 'x', '2001:db8::1']) expect(isLoopback(address)).toBe(false)
})

test('HTTP-6 An address of IPv6 counts as its network, however it is written; one of IPv4 as itself', () => {
  for (const written of ['2001:db8:0:7::1', '2001:0DB8::7:a:b:c:d', '2001:db8:0:7:1:2:3:4%eth0'])
    expect(networkOf(written), written).toBe('2001:db8:0:7::/64')
  expect(['203.0.113.9', '::ffff:203.0.113.9', '::1', 'fe80::1', ''].map(networkOf)).toEqual([
    ...['203.0.113.9', '203.0.113.9', '0:0:0:0::/64', 'fe80:0:0:0::/64', ''],
  ])
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(networkOf(address)).toMatch(/^(\d+\.){3}\d+$|^([0-9a-f]{1,4}:){4}:\/64$/)
    }),
  )
})
