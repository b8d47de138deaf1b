import { expect, it } from 'vitest'
import { isDigit, withPlainDigits } from './digits.ts'

it.each([
  ['10:30', '10:30'],
  ['١٠:٣٠', '10:30'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['९८७६५४३२१०', '9876543210'],
  ['０１９', '019'],
  ['𝟎𝟗𝟘𝟡𝟢𝟫', '090909'],
])('writes the digits of %s as %s', (text, expected) => expect(withPlainDigits(text)).toBe(expected))

it('leaves all other characters unchanged', () => {
  expect(withPlainDigits('½ ² Ⅻ 三 ten')).toBe('½ ² Ⅻ 三 ten')
  expect(['7', '٧', '²', '三', 'x'].map(isDigit)).toEqual([true, true, false, false, false])
})
