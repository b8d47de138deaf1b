import { z } from 'zod/mini'
import { FileId, accountFull } from '#features/files/contract.ts'
import { SESSION_LINK, bytesRoute } from '#shared/bytesRoute.ts'
import { route } from '#shared/contract.ts'
import { LOCALES } from '#shared/locales.ts'
import { hours, KiB, MiB, minutes } from '#shared/units.ts'
import { type ExportFormat, FORMAT_IDS, LINE_LENGTH, READING_SPEED } from './rules.ts'

/** Maximum number of recordings in one export. */
export const MAX_EXPORT_FILES = 5000
/** Lifetime of a download link. A download that has started may take longer. */
export const LINK_LIFETIME = minutes(5)

/** Maximum number of uploaded documents of an account that wait to be downloaded. */
export const MAX_WAITING_DOCUMENTS = 2

export const Format = z.enum(FORMAT_IDS as [ExportFormat, ...ExportFormat[]])
/** Values in a query are strings. */
const flag = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false', '1', '0']),
    z.transform((value) => value === 'true' || value === '1'),
  ),
])
const bounded = ({ min, max, initial }: { min: number; max: number; initial: number }) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max)), initial)

export const Options = z.object({
  speakers: z._default(z.enum(['names', 'numbers', 'none']), 'names'),
  times: z._default(z.enum(['paragraphs', 'sentences', 'none']), 'paragraphs'),
  /** The spoken language. Transcripts have no other language. */
  language: z._default(z.enum(['spoken']), 'spoken'),
  /** Summary and notes. */
  notes: z._default(flag, true),
  /** Highlights and their comments. */
  highlights: z._default(flag, false),
  line_length: bounded(LINE_LENGTH),
  reading_speed: bounded(READING_SPEED),
  /** The language of headings. */
  locale: z._default(z.enum(LOCALES), 'en_US'),
})
export type Options = z.infer<typeof Options>

/** Fits the ids of all recordings. */
const REQUEST_LIMIT = 256 * KiB
const Request = z.object({
  file_ids: z.array(FileId).check(z.minLength(1), z.maxLength(MAX_EXPORT_FILES)),
  formats: z.array(Format).check(z.minLength(1), z.maxLength(FORMAT_IDS.length)),
  options: z.optional(Options),
})

/** Why a format is not available for a recording: it lacks the required content. */
export const Reason = z.enum(['noText', 'noTranscript', 'noTodos', 'noMindMap', 'noAudio'])
export type Reason = z.infer<typeof Reason>

export const Preview = z.object({
  format: Format,
  /** The beginning of the file, or the part around the first subtitle that is too fast. Empty for files that are not text. */
  text: z.string(),
  is_cut: z.boolean(),
  /** Positions of subtitles that are too fast, as [from, to] in UTF-16 units of `text`. */
  too_fast: z.array(z.tuple([z.int(), z.int()])),
})
export type Preview = z.infer<typeof Preview>

export const ExportPreview = z.object({
  /** For each format, the number of recordings that have it, with the reason when none has. */
  formats: z.array(z.object({ format: Format, files: z.int(), reason: z.nullable(Reason) })),
  /** Previews of the requested formats for the first recording. */
  previews: z.array(Preview),
  /**
   * The number of subtitles in the first recording, and how many of them exceed the reading speed; null without a subtitle format.
   */
  cues: z.nullable(z.object({ total: z.int(), too_fast: z.int() })),
  /** Estimated size of the download. */
  bytes: z.int(),
  /** The suffix of the stored audio of the first recording; empty without audio. */
  audio_suffix: z.string(),
  /** ISO code of the language of the first recording; empty when unknown. */
  spoken_language: z.string(),
  filename: z.string(),
})
export type ExportPreview = z.infer<typeof ExportPreview>

const short = z.string().check(z.maxLength(200))
/** A segment as sent by existing programs, with the fields they support. */
const SentSegment = z.object({
  id: z.optional(short),
  start_time: z.optional(z.int()),
  end_time: z.optional(z.int()),
  content: z.optional(z.string().check(z.maxLength(100_000))),
  speaker: z.optional(short),
  original_speaker: z.optional(short),
  language: z.optional(short),
  words: z.optional(z.array(z.tuple([z.number(), z.number(), short, z.number()])).check(z.maxLength(5000))),
  not_understood: z.optional(z.boolean()),
})

const NOTHING = { status: -2, message: 'These recordings have nothing to export in these formats.' } as const

const TOO_LARGE = {
  status: -5,
  message: 'This text takes too long to write in this format. Export a part of it, or choose another format.',
} as const

export const exportContract = {
  create: route({
    method: 'POST',
    path: '/file/export',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Get a signed link to recordings in one or several formats, valid for five minutes; more than one file is a ZIP',
    body: Request,
    bodyLimit: REQUEST_LIMIT,
    reply: z.object({ data: z.object({ url: z.string(), filename: z.string(), files: z.int() }) }),
    refusals: { nothing: NOTHING },
    limits: [{ per: 'user', max: 60, within: minutes(10) }],
  }),
  preview: route({
    method: 'POST',
    path: '/file/export/preview',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Preview an export: what each recording has, the beginning of each file, subtitles that are too fast, its size',
    body: z.extend(Request, { formats: z.array(Format).check(z.maxLength(FORMAT_IDS.length)) }),
    reply: z.object({ data: ExportPreview }),
    refusals: { tooLarge: TOO_LARGE },
    limits: [{ per: 'user', max: 240, within: minutes(10) }],
    bodyLimit: REQUEST_LIMIT,
  }),
  formats: route({
    method: 'GET',
    path: '/file/export/formats',
    access: 'signed-in',
    summary: 'List the formats of GET /file/{id}/export/{format}',
    reply: z.object({
      data: z.array(z.object({ format: Format, group: z.string(), suffix: z.string(), content_type: z.string() })),
    }),
  }),
  /** For existing programs: they send the texts they show, which may differ from the stored ones. */
  document: route({
    method: 'POST',
    path: '/file/document/export',
    access: 'signed-in',
    mayNotExist: true,
    summary: `Get a link to the transcript or the summary sent with the request as a document; at most ${MAX_WAITING_DOCUMENTS} are stored`,
    body: z.object({
      file_id: FileId,
      prompt_type: z.enum(['trans', 'summary']),
      to_format: z.string().check(z.maxLength(20)),
      title: z._default(z.string().check(z.maxLength(500)), ''),
      create_time: z._default(z.string().check(z.maxLength(40)), ''),
      with_speaker: z._default(z.int(), 1),
      with_timestamp: z._default(z.int(), 1),
      trans_content: z.optional(z.nullable(z.array(SentSegment).check(z.maxLength(50_000)))),
      summary_content: z.optional(z.nullable(z.string().check(z.maxLength(500_000)))),
      summaryid: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
      language: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    }),
    // The transcript of five hours with its words is about 6 MB.
    bodyLimit: 16 * MiB,
    hasRawBody: true,
    reply: z.object({ data: z.string() }),
    refusals: {
      unknownFormat: {
        status: -3,
        message: 'This format is not supported. Choose TXT, SRT, DOCX, PDF or another format of GET /file/export/formats.',
      },
      nothing: NOTHING,
      tooManyWaiting: {
        status: -4,
        message: `An account has ${MAX_WAITING_DOCUMENTS} waiting documents at most. Download one, or try again in five minutes.`,
      },
      tooLarge: TOO_LARGE,
      accountFull,
    },
    limits: [{ per: 'user', max: 60, within: minutes(10) }],
  }),
} as const

export const PREVIEW_LENGTH = 4 * KiB

/** Converting audio and long documents is expensive. */
const DOWNLOADS = { name: 'download', max: 240, within: hours(1) } as const

/** Unlike that of `create`, this refusal is no 200: a program that saves what it gets must not save it as a file. */
const nothing = { ...NOTHING, httpStatus: 404 } as const

export const exportBytes = {
  download: bytesRoute({
    method: 'GET',
    path: '/file/export/download',
    access: 'signed-link',
    summary: 'Download an export through a link from POST /file/export; no token needed',
    query: z.object({ id: z.string().check(z.maxLength(64)), ...SESSION_LINK }),
    sends: { description: 'The file, or a ZIP of several.', type: 'application/octet-stream' },
    refusals: { nothing },
    limit: DOWNLOADS,
  }),
  file: bytesRoute({
    method: 'GET',
    path: '/file/:id/export/:format',
    access: 'signed-in',
    summary: 'Download one recording in one format, for scripts; the query accepts the options of POST /file/export',
    params: z.object({
      id: FileId,
      format: z.union([Format, z.pipe(z.string().check(z.maxLength(20, { abort: true }), z.toLowerCase()), Format)]),
    }),
    query: Options,
    sends: { description: 'The file.', type: 'application/octet-stream' },
    refusals: { nothing },
    limit: DOWNLOADS,
  }),
} as const
