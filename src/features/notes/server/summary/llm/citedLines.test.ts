import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { numbersAmong, toCitedItem } from './citedLines.ts'

const LINES = new Map([
  [1, 'The clinic opens on the third of May.'],
  [2, 'Mara brings the figures of the first quarter.'],
  [3, 'L’hôpital ferme en juin.'],
  [4, '診療所は五月三日に開きます。'],
])
const numbers = numbersAmong(LINES, { maxItems: 6 })

describe('the lines that an answer cites', () => {
  it.each<[unknown, number[]]>([
    [
      [1, 3],
      [1, 3],
    ],
    [[3, 3, 9], [3]],
    [2, [2]],
    ['2', [2]],
    [
      ['1', '2'],
      [1, 2],
    ],
    [
      ['[1]', 'L2', 'line 3'],
      [1, 2, 3],
    ],
    ['1, 3', [1, 3]],
    ['[1-3]', [1, 2, 3]],
    ['2–4', [2, 3, 4]],
    ['1-999999999', [1]],
    [null, []],
    [{ line: 1 }, []],
    [['none'], []],
  ])('are read from %j: %j', (input, expected) => {
    expect(numbers.parse(input)).toEqual(expected)
  })

  it('are listed in the schema that the model follows', () => {
    expect(z.toJSONSchema(numbers, { io: 'input' })).toMatchObject({ type: 'array', maxItems: 6, items: { enum: [1, 2, 3, 4] } })
  })
})

describe('an item of a list', () => {
  it.each<[string, unknown, unknown]>([
    ['a text with its numbers', 'The clinic opens in May [1].', { text: 'The clinic opens in May.', rests_on: [1] }],
    ['a text with several', 'It opens (lines 1, 3) then.', { text: 'It opens then.', rests_on: [1, 3] }],
    ['a text alone', 'The figures come from Mara.', { text: 'The figures come from Mara.', rests_on: [2] }],
    ['a text in another script', '五月三日に診療所が開く', { text: '五月三日に診療所が開く', rests_on: [4] }],
    ['a text that no line says', 'Dinosaurs lived long ago.', { text: 'Dinosaurs lived long ago.', rests_on: [] }],
    [
      'another name of the text',
      { point: 'Mara brings the figures.' },
      { point: 'Mara brings the figures.', text: 'Mara brings the figures.', rests_on: [2] },
    ],
    ['an object as it was asked for', { text: 'Mara brings it.', rests_on: [] }, { text: 'Mara brings it.', rests_on: [] }],
    ['a number', 7, 7],
    ['an object without text', { rests_on: [1] }, { rests_on: [1] }],
  ])('is read from %s', (_, input, expected) => {
    expect(toCitedItem(input, LINES)).toEqual(expected)
  })
})
