import { z } from 'zod/mini'
import { FileId } from '#features/files/contract.ts'
import { route } from '#shared/contract.ts'
import { hours } from '#shared/units.ts'
import { SummaryForm } from './summary.ts'

/** A summary that is not saved. `generate` serves it; `templates`, which stands below, calls it too. */
export const tryTemplate = route({
  method: 'POST',
  path: '/summary/templates/try',
  access: 'signed-in',
  addsData: false,
  mayNotExist: true,
  summary: 'Run a template, or the text of one, on a recording without saving anything; no minutes are used',
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
    modelFailed: { status: -900_110, message: 'The language model did not answer. Try again.' },
    noCustomTemplates: { status: -11, message: 'Your plan does not include custom templates. Choose another template.' },
    templateMissing: { status: -12, message: 'This template no longer exists. Choose another one.' },
    noProfessionalTemplates: {
      status: -13,
      message: 'Your plan does not include professional templates. Choose another template.',
    },
  },
  reply: z.object({ data: z.object({ markdown: z.string(), form: SummaryForm }) }),
  limits: [{ per: 'user', max: 30, within: hours(1) }],
})
