import { searchContract } from '#features/search/contract.ts'
import type { FoundRecording, SearchMoment, SearchQuery, SearchResult } from '#features/search/contract.ts'
import { newId } from '#browser/random/random.ts'
import { handle } from './mockServer.ts'

/** Responds to searches with the result of `find`; by default, nothing is found. */
export const searchHandler = (find: (query: SearchQuery) => Partial<SearchResult> = () => ({})) =>
  handle(searchContract.recordings, ({ body }) => ({ data: { ...NOTHING_FOUND, ...find(body) } }))

export const NOTHING_FOUND: SearchResult = {
  total_moments: 0,
  has_more_moments: false,
  total_recordings: 0,
  took_ms: 12,
  words: [],
  left_out: [],
  suggestion: null,
  recordings: [],
  next: null,
  facets: null,
  not_indexed: 0,
}

/** Returns a search result. Its title is not highlighted. */
export function foundRecording(
  change: Partial<FoundRecording> & Pick<FoundRecording, 'filename'>,
  moments: readonly SearchMoment[] = [],
): FoundRecording {
  return {
    file_id: newId(),
    title_marks: [],
    start_time: 1_763_716_320,
    duration: 2_880_000,
    folder_ids: [],
    source: 'web',
    language: 'en',
    moments_total: moments.length,
    moments: [...moments],
    ...change,
  }
}

/** Returns a moment of a transcript. Text in square brackets is highlighted. */
export function foundMoment(markedText: string, change: Partial<SearchMoment> = {}): SearchMoment {
  const marks: [number, number][] = []
  let text = ''
  for (const [index, part] of markedText.split(/[[\]]/).entries()) {
    if (index % 2 === 1) marks.push([text.length, text.length + part.length])
    text += part
  }
  return {
    kind: 'transcript',
    start_ms: 374_000,
    end_ms: 380_000,
    speaker: null,
    speaker_index: null,
    segment_id: newId(),
    note_id: null,
    note_name: '',
    text,
    marks,
    by_meaning: false,
    is_cut_before: false,
    is_cut_after: false,
    ...change,
  }
}
