import { z } from 'zod/mini'
import { nameSchema } from '#shared/nameSchema.ts'
import { ExtraData, FILENAME_MAX, Segment } from './recording.ts'

/** A boolean as clients send it: also as text or as a number. */
export const flag = z.union([
  z.boolean(),
  z.pipe(z.string().check(z.maxLength(20)), z.stringbool() as z.ZodMiniType<boolean, string>),
  z.pipe(
    z.number(),
    z.transform((value) => value !== 0),
  ),
])

/** A plain name of at most 255 characters. A longer or empty name is refused. */
export const Filename = nameSchema({
  max: FILENAME_MAX,
  empty: 'A recording needs a title.',
  tooLong: `A title has ${FILENAME_MAX} characters at most.`,
})

const speakerName = z.pipe(
  z.nullish(z.string().check(z.maxLength(1000))),
  z.transform((name) => name ?? ''),
)
const wholeMillis = z.pipe(
  z.number(),
  z.transform((value) => Math.round(value)),
)
/** Segments as other programs send them: without ids, with null for an unknown speaker, with fractions of milliseconds. */
const SegmentsInput = z.pipe(
  z
    .array(
      z.extend(Segment, {
        id: z.optional(z.string().check(z.maxLength(200))),
        start_time: wholeMillis,
        end_time: wholeMillis,
        content: z.string().check(z.maxLength(100_000)),
        original_content: z.optional(z.string().check(z.maxLength(100_000))),
        speaker: speakerName,
        original_speaker: speakerName,
        language: z.optional(z.string().check(z.maxLength(40))),
        words: z.optional(
          z.array(z.tuple([z.number(), z.number(), z.string().check(z.maxLength(1000)), z.number()])).check(z.maxLength(100_000)),
        ),
      }),
    )
    .check(z.maxLength(100_000)),
  z.transform((segments) =>
    segments.map(
      // The name that a speaker has first stands for the voice, so that other texts can follow when it is renamed.
      (segment, n): Segment => ({
        ...segment,
        id: segment.id ?? String(n + 1),
        original_speaker: segment.original_speaker || segment.speaker,
      }),
    ),
  ),
)

/** What a client may write to its recording (B§4 "save file result"). A null field changes nothing, like a missing one. */
export const FilePatch = z.object({
  filename: z.nullish(Filename),
  filetag_id_list: z.nullish(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100))),
  trans_result: z.nullish(SegmentsInput),
  ai_content: z.nullish(z.string().check(z.maxLength(2_000_000))),
  outline_result: z.nullish(
    z
      .array(z.looseObject({ start_time: z.number(), end_time: z.number(), topic: z.string().check(z.maxLength(10_000)) }))
      .check(z.maxLength(10_000)),
  ),
  extra_data: z.nullish(ExtraData),
  support_mul_summ: z.nullish(flag),
})
export type FilePatch = z.infer<typeof FilePatch>
