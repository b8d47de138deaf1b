import { z } from 'zod/mini'
import { FileId } from '#features/files/contract.ts'
import { route } from '#shared/contract.ts'
import { hours } from '#shared/units.ts'
import { ModelFailureInfo, SummaryForm, SummarySection } from './summary.ts'

/** A summary while it is written. Each replaces the one before. */
export const TryProgress = z.object({
  /** The sections that are written, as they will stand. */
  sections: z.array(SummarySection),
  /** The headings of those that are not. */
  pending: z.array(z.string()),
  /** A long recording is read in parts before anything is written. */
  parts_read: z.int(),
  parts: z.int(),
})
export type TryProgress = z.infer<typeof TryProgress>

/** Returns the last progress in a reply of `tryTemplate` that is still arriving: it has a line for each. */
export function readTryProgress(text: string): TryProgress | undefined {
  const last = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .findLast((line) => /^,?\{"sections"/.test(line))
  return last === undefined ? undefined : (JSON.parse(last.replace(/^,/, '')) as TryProgress)
}

/** A summary that is not saved. `generate` serves it; `templates`, which stands below, calls it too. */
export const tryTemplate = route({
  method: 'POST',
  path: '/summary/templates/try',
  access: 'signed-in',
  addsData: false,
  mayNotExist: true,
  summary:
    'Run a template, or the text of one, on a recording without saving anything; no minutes are used. The reply arrives while it is written',
  body: z.object({
    file_id: FileId,
    template_id: z.nullish(z.string().check(z.maxLength(200))),
    type: z.nullish(z.string().check(z.maxLength(40))),
    name: z.nullish(z.string().check(z.maxLength(255))),
    content: z.nullish(z.string().check(z.maxLength(5000))),
  }),
  refusals: {
    noTranscript: { status: -7, message: 'This recording has no transcript to summarize.' },
    noTemplate: { status: -4, message: 'Choose a template first.' },
    modelFailed: {
      status: -900_110,
      message: 'The language model did not answer. Try again.',
      details: ModelFailureInfo,
    },
    noCustomTemplates: { status: -11, message: 'Your plan does not include custom templates. Choose another template.' },
    templateMissing: { status: -12, message: 'This template no longer exists. Choose another one.' },
    noProfessionalTemplates: {
      status: -13,
      message: 'Your plan does not include professional templates. Choose another template.',
    },
  },
  reply: z.object({
    /** Empty without a language model. */
    progress: z.array(TryProgress),
    /** Null when the language model failed after it had written something. */
    data: z.nullable(z.object({ markdown: z.string(), form: SummaryForm })),
    failure: z.nullable(z.literal('modelFailed')),
    model_failure: z.optional(ModelFailureInfo),
  }),
  limits: [{ per: 'user', max: 30, within: hours(1) }],
})
