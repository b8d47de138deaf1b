import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'
import { FileId } from '#features/files/contract.ts'

export const MAX_QUERY = 300
/** Maximum number of recordings in one reply, and of moments returned with a recording. */
export const MAX_RESULTS = 50
export const MAX_MOMENTS = 200
/** Moments are counted up to this number. `has_more_moments` is true when there are more. */
export const MOMENTS_COUNTED = 2000

const Name = z.string().check(z.maxLength(200))
const names = z._default(z.array(Name).check(z.maxLength(200)), [])
/** The end of the year 9999. */
const MAX_DATE = 253_402_300_799_999
const date = z.int().check(z.minimum(0), z.maximum(MAX_DATE))
const length = z.int().check(z.minimum(0), z.maximum(1_000_000_000))

/**
 * Limits a search. An empty list does not limit it. `folder_ids` may contain '' for recordings without a folder, `sources` the
 * names of B§3, `languages` ISO codes as in the facets. With `speakers`, only what they say in transcripts is searched. Dates are
 * in unix milliseconds, lengths in milliseconds; ranges are inclusive.
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

/** The order of recordings: by relevance or by date. */
export const SearchSort = z.enum(['best', 'newest', 'oldest'])
export type SearchSort = z.infer<typeof SearchSort>

export const SearchQuery = z.object({
  /**
   * All words must match. "Quoted" words must be adjacent, words after a minus are excluded, and the last word may be incomplete.
   */
  query: z.string().check(z.maxLength(MAX_QUERY)),
  filters: z.optional(SearchFilters),
  sort: z._default(SearchSort, 'best'),
  /** Searches only this recording, and returns all its moments. */
  file_id: z.optional(FileId),
  /** `next` of the previous page. */
  after: z.optional(z.string().check(z.maxLength(400))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_RESULTS)), 20),
  /** Maximum number of moments per recording. */
  moments: z._default(z.int().check(z.minimum(1), z.maximum(MAX_MOMENTS)), 3),
  /** Whether the reply contains the facets. */
  facets: z._default(z.boolean(), false),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/** The matches in a text: [from, to] in UTF-16 units, in order, without overlaps. */
const Marks = z.array(z.tuple([z.int(), z.int()]))
export type Marks = z.infer<typeof Marks>

/** `highlight` is a passage marked by its owner, with the comment (docs/glossary.md). */
export const MomentKind = z.enum(['transcript', 'summary', 'note', 'highlight'])
export type MomentKind = z.infer<typeof MomentKind>

/**
 * A passage of a recording that contains the words or, if an embedding model is set up, has a similar meaning. Times are in
 * milliseconds from the start of the recording.
 */
export const SearchMoment = z.object({
  kind: MomentKind,
  /** Null when this line of a summary or note has no time. */
  start_ms: z.nullable(z.int()),
  end_ms: z.nullable(z.int()),
  /** Null when the speaker is unknown. */
  speaker: z.nullable(z.string()),
  /**
   * The speaker's index in the order of first turns in the recording, which decides the colour. Null when the speaker is unknown.
   */
  speaker_index: z.nullable(z.int()),
  /** The segment of the transcript; null for other kinds. */
  segment_id: z.nullable(z.string()),
  /** The summary or note; null for other kinds. */
  note_id: z.nullable(z.string()),
  /** The name of the tab of a note; empty for other kinds. */
  note_name: z.string(),
  /** Text around the first match in whole words, at most 240 characters. */
  text: z.string(),
  /** Empty when the passage was found by its meaning. */
  marks: Marks,
  by_meaning: z.boolean(),
  /** Whether text before or after it is omitted. */
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
  /** A name of B§3, or the code of an unknown source. */
  source: z.string(),
  /** ISO code; empty when unknown. */
  language: z.string(),
  /** The number of all moments of this recording, including omitted ones. 0 when only the title matches. */
  moments_total: z.int(),
  /** The best moments: those of the transcript by time, then those of summary, notes and highlights. */
  moments: z.array(SearchMoment),
})
export type FoundRecording = z.infer<typeof FoundRecording>

/** A word that occurs in no recording. `suggestion` is a similar word that occurs in at least one, as spelled there. */
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
  /** The words of the query as typed; a quotation counts as one. */
  words: z.array(z.string()),
  /** Words that occur in no recording. Empty when recordings were found by the meaning of the whole query. */
  left_out: z.array(LeftOutWord),
  /** The query with the suggestions inserted; null when there are none. */
  suggestion: z.nullable(z.string()),
  recordings: z.array(FoundRecording),
  next: z.nullable(z.string()),
  /** Null unless requested. */
  facets: z.nullable(SearchFacets),
  /** Number of recordings that still have to be indexed, whose texts cannot be found yet. */
  not_indexed: z.int(),
})
export type SearchResult = z.infer<typeof SearchResult>

const unixMillis = z.optional(z.nullable(date))
const GlobalChunk = z.object({
  content: z.string(),
  /** The position of the first match in `content`, in UTF-16 units. */
  offset: z.int(),
})

export const searchContract = {
  recordings: route({
    method: 'POST',
    path: '/search/recordings',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Search titles, transcripts, summaries, notes and highlights; returns recordings with the matching moments',
    body: SearchQuery,
    reply: z.object({ data: SearchResult }),
    limits: [{ per: 'user', max: 240, within: minutes(1) }],
  }),
  global: route({
    method: 'POST',
    path: '/gsearch/v1/search',
    access: 'signed-in',
    addsData: false,
    summary: 'Search for other clients: the best recordings outside the trash, without paging',
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
