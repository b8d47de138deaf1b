import { describe, expect, it } from 'vitest'
import { networkOf } from './networkOf.ts'

describe('addressPrefix', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['127.0.0.1', '127.0.0.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['::FFFF:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1234:5678:9abc:def0:1234:5678', '2001:db8:1234:5600::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['::', '0:0:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['2001:db8:1234:56ff::', '2001:db8:1234:5600::/56'],
  ])('returns the network of %s: %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })

  it.each([
    ['2001:db8:1234:5600::1', '2001:db8:1234:56ff:ffff:ffff:ffff:ffff'],
    ['2001:DB8:1234:5600::1', '2001:db8:1234:5600::2'],
    ['::ffff:203.0.113.1', '203.0.113.254'],
    ['::ffff:cb00:7101', '203.0.113.9'],
  ])('returns the same network for %s and %s', (first, second) => {
    expect(networkOf(first)).toBe(networkOf(second))
  })

  it.each([
    '',
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '::g',
    '1:2:3:4:5:6:7:8:9',
    '127.0.0.1, 10.0.0.1',
    "'; drop table account",
    '%eth0',
  ])('returns unknown for an invalid address: %j', (invalid) => {
    expect(networkOf(invalid)).toBe('unknown')
  })
})
