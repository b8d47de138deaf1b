import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'
import { FileId } from '#features/files/contract.ts'

export const MAX_QUERY = 300
/** Maximum number of recordings in one reply, and of moments given with one recording. */
export const MAX_RESULTS = 50
export const MAX_MOMENTS = 200
/** Moments are counted up to this number; `has_more_moments` says that there are more. */
export const MOMENTS_COUNTED = 2000

const Name = z.string().check(z.maxLength(200))
const names = z._default(z.array(Name).check(z.maxLength(200)), [])
/** The end of the year 9999. */
const MAX_DATE = 253_402_300_799_999
const date = z.int().check(z.minimum(0), z.maximum(MAX_DATE))
const length = z.int().check(z.minimum(0), z.maximum(1_000_000_000))

/**
 * What is searched. An empty list stands for everything. `folder_ids` contains '' for recordings without a folder, `sources` the
 * names of B§3, `languages` ISO codes as in the facets. With `speakers`, only transcripts are searched, where one of them speaks.
 * Dates are in unix milliseconds and lengths in milliseconds; both ends are included.
 */
export const SearchFilters = z.object({
  folder_ids: names,
  sources: names,
  speakers: names,
  languages: names,
  date_from: z.optional(date),
  date_to: z.optional(date),
  length_from: z.optional(length),
  length_to: z.optional(length),
})
export type SearchFilters = z.infer<typeof SearchFilters>

/** The order of recordings: by how well they match, or by their date. */
export const SearchSort = z.enum(['best', 'newest', 'oldest'])
export type SearchSort = z.infer<typeof SearchSort>

export const SearchQuery = z.object({
  /** Words are looked for together. "Quoted" words stand side by side, -words are excluded, the last word may be unfinished. */
  query: z.string().check(z.maxLength(MAX_QUERY)),
  filters: z.optional(SearchFilters),
  sort: z._default(SearchSort, 'best'),
  /** Searches one recording only, to get all its moments. */
  file_id: z.optional(FileId),
  /** `next` of the page before. */
  after: z.optional(z.string().check(z.maxLength(400))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_RESULTS)), 20),
  /** Moments given with each recording. */
  moments: z._default(z.int().check(z.minimum(1), z.maximum(MAX_MOMENTS)), 3),
  /** Whether the reply contains the values of the filters. */
  facets: z._default(z.boolean(), false),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/** Where words were found: [from, to] in UTF-16 units, in order, not overlapping. */
const Marks = z.array(z.tuple([z.int(), z.int()]))
export type Marks = z.infer<typeof Marks>

/** `highlight` is a passage that its owner has marked, with the comment (docs/glossary.md). */
export const MomentKind = z.enum(['transcript', 'summary', 'note', 'highlight'])
export type MomentKind = z.infer<typeof MomentKind>

/**
 * A passage of a recording that contains the words or, where a model for it is set up, is about the same in other words. Times
 * are in milliseconds from the start of the recording.
 */
export const SearchMoment = z.object({
  kind: MomentKind,
  /** Null in a summary or note that names no time for this line. */
  start_ms: z.nullable(z.int()),
  end_ms: z.nullable(z.int()),
  /** Null when nobody is named. */
  speaker: z.nullable(z.string()),
  /** The place of the speaker among those of the recording, in the order in which they first speak: its colour. Null when nobody is named. */
  speaker_index: z.nullable(z.int()),
  /** The segment of the transcript; null for other kinds. */
  segment_id: z.nullable(z.string()),
  /** The summary or note; null for other kinds. */
  note_id: z.nullable(z.string()),
  /** The name of the tab of a note; empty for other kinds. */
  note_name: z.string(),
  /** Whole words around the first one found, at most 240 characters. */
  text: z.string(),
  /** Empty when the passage was found by its meaning. */
  marks: Marks,
  by_meaning: z.boolean(),
  /** Whether text before or after it was left out. */
  is_cut_before: z.boolean(),
  is_cut_after: z.boolean(),
})
export type SearchMoment = z.infer<typeof SearchMoment>

export const FoundRecording = z.object({
  file_id: FileId,
  filename: z.string(),
  title_marks: Marks,
  /** Unix seconds, as in lists of recordings (B§3). */
  start_time: z.int(),
  /** Milliseconds. */
  duration: z.int(),
  folder_ids: z.array(z.string()),
  /** The name of B§3, or the code of an unknown one. */
  source: z.string(),
  /** ISO code; empty when it is not known. */
  language: z.string(),
  /** All moments of this recording, also those that are not given. 0 when only the title matches. */
  moments_total: z.int(),
  /** The best ones: of the transcript in the order of time, then of summary, notes and highlights. */
  moments: z.array(SearchMoment),
})
export type FoundRecording = z.infer<typeof FoundRecording>

/** A word that no recording contains. `suggestion` is a similar one that at least one recording contains, as it is written there. */
export const LeftOutWord = z.object({ word: z.string(), suggestion: z.nullable(z.string()) })
export type LeftOutWord = z.infer<typeof LeftOutWord>

/** A value of a filter with the number of recordings that have it. */
const FacetValue = z.object({ value: z.string(), recordings: z.int() })
export const SearchFacets = z.object({
  speakers: z.array(FacetValue),
  languages: z.array(FacetValue),
  sources: z.array(FacetValue),
})
export type SearchFacets = z.infer<typeof SearchFacets>

export const SearchResult = z.object({
  total_moments: z.int(),
  has_more_moments: z.boolean(),
  total_recordings: z.int(),
  took_ms: z.int(),
  /** The words that were looked for, as typed; those of a quotation are one. */
  words: z.array(z.string()),
  /** Empty when recordings were found by the meaning of all words. */
  left_out: z.array(LeftOutWord),
  /** The query with the suggestions in it; null without any. */
  suggestion: z.nullable(z.string()),
  recordings: z.array(FoundRecording),
  next: z.nullable(z.string()),
  /** Null unless requested. */
  facets: z.nullable(SearchFacets),
  /** Recordings that wait to be indexed, so that their texts are not found yet. */
  not_indexed: z.int(),
})
export type SearchResult = z.infer<typeof SearchResult>

const unixMillis = z.optional(z.nullable(date))
const GlobalChunk = z.object({
  content: z.string(),
  /** Where the first word found is in `content`, in UTF-16 units. */
  offset: z.int(),
})

export const searchContract = {
  recordings: route({
    method: 'POST',
    path: '/search/recordings',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Search titles, transcripts, summaries, notes and highlights; results are recordings with the moments that match',
    body: SearchQuery,
    reply: z.object({ data: SearchResult }),
    limits: [{ per: 'user', max: 240, within: minutes(1) }],
  }),
  global: route({
    method: 'POST',
    path: '/gsearch/v1/search',
    access: 'signed-in',
    addsData: false,
    summary: 'Search as other clients do: the best recordings without the trash, without paging',
    body: z.object({
      query: z.string().check(z.maxLength(MAX_QUERY)),
      date_from: unixMillis,
      date_to: unixMillis,
      from: z.optional(z.string().check(z.maxLength(200))),
    }),
    reply: z.object({
      data: z.object({
        keywords: z.array(z.string()),
        list: z.array(
          z.object({
            id: FileId,
            title: z.string(),
            /** Unix milliseconds. */
            start_time: z.int(),
            trans_chunks: z.array(
              z.extend(GlobalChunk, {
                /** Milliseconds from the start of the recording. */
                speakers: z.array(z.object({ start_time: z.int() })),
              }),
            ),
            notes: z.array(z.object({ chunks: z.array(GlobalChunk) })),
          }),
        ),
      }),
    }),
    limits: [{ per: 'user', max: 60, within: minutes(1) }],
  }),
} as const
