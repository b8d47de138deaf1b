import { expect, it } from 'vitest'
import { spelledNumbers } from './spelledNumbers.ts'

it.each([
  ['forty clinics and twenty-three nurses', [40, 23]],
  ['two thousand five hundred euros', [2500]],
  ['fünfundvierzig Leute und dreihundert Stühle', [45, 300]],
  ['treinta y dos años', [32]],
  ['trente deux personnes', [32]],
  ['二十三人が三百円', [23, 300]],
])('finds the numbers that are written in words: %s', (text, numbers) => {
  const found = spelledNumbers(text)
  for (const number of numbers) expect(found).toContain(number)
})

it('finds none in other words', () => expect([...spelledNumbers('nothing here')]).toEqual([]))
