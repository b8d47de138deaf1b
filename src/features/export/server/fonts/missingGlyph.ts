type Rectangle = readonly [x: number, y: number, width: number, height: number]

/** The segments of a seven-segment digit: top, upper right, lower right, bottom, lower left, upper left, middle. */
const STROKES: readonly Rectangle[] = [
  [0, 200, 120, 24],
  [96, 100, 24, 124],
  [96, 0, 24, 124],
  [0, 0, 120, 24],
  [0, 0, 24, 124],
  [0, 100, 24, 124],
  [0, 100, 120, 24],
]
/** The segments of each digit from 0 to f. */
const DIGITS = '012345 12 01346 01236 1256 02356 023456 012 0123456 012356 012456 23456 0345 12346 03456 0456'.split(' ')

/** Width of the box in thousandths of an em. */
export const MISSING_WIDTH = 800
const FRAME: readonly Rectangle[] = [
  [60, -140, 680, 28],
  [60, 772, 680, 28],
  [60, -140, 28, 940],
  [712, -140, 28, 940],
]
const DIGIT = { width: 190, height: 270 } as const

/**
 * Returns the glyph of a character missing from all fonts: a box with its code point, as rectangles in thousandths of an em above
 * the baseline. Four digits are in two rows of two, others in two rows of three.
 */
export function drawMissing(character: string): Rectangle[] {
  const number = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
  const digits = number.length > 4 ? number.padStart(6, '0') : number
  const columns = digits.length / 2
  const left = (MISSING_WIDTH - columns * DIGIT.width + DIGIT.width - 120) / 2
  return [
    ...FRAME,
    ...[...digits].flatMap((digit, index) => {
      const x = left + (index % columns) * DIGIT.width
      const y = index < columns ? 380 : 380 - DIGIT.height - 60
      return [...(DIGITS[parseInt(digit, 16)] ?? '')].map((stroke): Rectangle => {
        const [strokeX, strokeY, width, height] = STROKES[Number(stroke)]!
        return [x + strokeX, y + strokeY, width, height]
      })
    }),
  ]
}
