// Groups addresses that count as one client.
import { isIPv6 } from 'node:net'

/**
 * The IPv4 address, or the first 64 bits of the IPv6 address: one client usually has the whole /64 network.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped !== null) return mapped[1]
  if (!isIPv6(plain)) return plain
  const [before, after] = plain.split('::') as [string, string | undefined]
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  // An embedded IPv4 address replaces two groups.
  const groups = tail.length + head.length + (plain.includes('.') ? 1 : 0)
  const zeros = after === undefined ? 0 : 8 - groups
  const all = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
