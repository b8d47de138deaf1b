const DIGIT = /\p{Nd}/u
const DIGITS = /\p{Nd}/gu

/** Returns whether a character is a decimal digit of any script. */
export const isDigit = (character: string): boolean => DIGIT.test(character)

/** Converts the decimal digits of all scripts to 0-9. */
export const withPlainDigits = (text: string): string => text.replaceAll(DIGITS, plainDigit)

/** Converts a decimal digit of any script to 0-9. The digits of a script are consecutive from zero; runs of ten may be adjacent. */
export function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  if (code < 0x80) return digit
  let value = 0
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value++
  return String(value % 10)
}
