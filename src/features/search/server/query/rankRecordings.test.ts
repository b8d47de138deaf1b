import { expect, it } from 'vitest'
import type { SimilarRecording } from '../meaning/findByMeaning.ts'
import { mixRankings, rankRecordings } from './rankRecordings.ts'

const candidate = (file_id: string, rank: number) => ({
  file_id,
  rank,
  start_time: new Date(0),
  language: '',
  title_rank: 0,
  partial_title_rank: 0,
  hits: 1,
})
const similar = (fileId: string, hasWords = false): SimilarRecording => ({
  fileId,
  startTime: 0,
  language: '',
  passages: [
    {
      file_id: fileId,
      kind: 'transcript',
      ref: '',
      n: 0,
      note_name: '',
      body: '',
      spans: [],
      similarity: 0.9,
      has_words: hasWords,
    },
  ],
})

it('merges two lists by the ranks of a recording in both', () => {
  const words = rankRecordings([candidate('a', 0.9), candidate('b', 0.8), candidate('c', 0.7)], { ignoresPassages: false })
  const mixed = mixRankings(words, [similar('d'), similar('c'), similar('a', true), similar('e', true)], 'best')
  // a: 1/61 + 1/63, c: 1/63 + 1/62, d: 1/61, b: 1/62; e is not in the first list.
  expect(mixed.map(({ fileId }) => fileId)).toEqual(['a', 'c', 'd', 'b'])
  expect(mixed.map(({ score }) => score)).toEqual([1 / 61 + 1 / 63, 1 / 63 + 1 / 62, 1 / 61, 1 / 62])
  expect(mixed.map(({ similar: passages }) => passages.length)).toEqual([0, 1, 1, 0])
  expect(mixed.map(({ hasWords }) => hasWords)).toEqual([true, true, false, true])
})
