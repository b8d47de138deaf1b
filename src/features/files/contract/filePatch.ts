import { z } from 'zod'
import { cleanName, MAX_TYPED_NAME } from '#shared/normalizeText.ts'
import { ExtraData, FILENAME_MAX, Segment } from './recording.ts'

/** A boolean as clients send it: also as text or as a number. */
export const flag = z.union([z.boolean(), z.string().max(20).pipe(z.stringbool()), z.number().transform(Boolean)])

/** A plain name of at most 255 characters. A longer or empty name is refused. */
export const Filename = z
  .string()
  .max(MAX_TYPED_NAME, `A title has ${FILENAME_MAX} characters at most.`)
  .transform(cleanName)
  .pipe(z.string().min(1, 'A recording needs a title.').max(FILENAME_MAX, `A title has ${FILENAME_MAX} characters at most.`))

const speakerName = z
  .string()
  .max(1000)
  .nullish()
  .transform((name) => name ?? '')
const wholeMillis = z.number().transform((value) => Math.round(value))
/** Segments as other programs send them: without ids, with null for an unknown speaker, with fractions of milliseconds. */
const SegmentsInput = z
  .array(
    Segment.extend({
      id: z.string().max(200).optional(),
      start_time: wholeMillis,
      end_time: wholeMillis,
      content: z.string().max(100_000),
      speaker: speakerName,
      original_speaker: speakerName,
      language: z.string().max(40).optional(),
      words: z
        .array(z.tuple([z.number(), z.number(), z.string().max(1000), z.number()]))
        .max(100_000)
        .optional(),
    }),
  )
  .max(100_000)
  .transform((segments) => segments.map((segment, n): Segment => ({ ...segment, id: segment.id ?? String(n + 1) })))

/** What a client may write to its recording (B§4 "save file result"). A null field changes nothing, like a missing one. */
export const FilePatch = z.object({
  filename: Filename.nullish(),
  filetag_id_list: z.array(z.string().max(64)).max(100).nullish(),
  trans_result: SegmentsInput.nullish(),
  ai_content: z.string().max(2_000_000).nullish(),
  outline_result: z
    .array(z.looseObject({ start_time: z.number(), end_time: z.number(), topic: z.string().max(10_000) }))
    .max(10_000)
    .nullish(),
  extra_data: ExtraData.nullish(),
  support_mul_summ: flag.nullish(),
})
export type FilePatch = z.infer<typeof FilePatch>
