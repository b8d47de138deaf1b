import type { ByteRange } from './blobs.ts'
import type { Bytes } from '#kit/units.ts'

/**
 * What a Range header asks of `size` bytes: a part, all of them (no header, another unit, or several parts at once, which we
 * do not cut), or something that cannot be had. A number of any length counts: past the end it means the end (RFC 9110 §14.1.2).
 */
export function readRange(header: string | undefined, size: Bytes): ByteRange | 'all' | 'unsatisfiable' {
  const asked = /^\s*bytes\s*=(.*)$/i.exec(header ?? '')?.[1]
  if (asked === undefined || asked.includes(',')) return 'all'
  const [, first = '', last = ''] = /^\s*(\d*)\s*-\s*(\d*)\s*$/.exec(asked) ?? []
  if (first === '' && last === '') return 'unsatisfiable'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}
