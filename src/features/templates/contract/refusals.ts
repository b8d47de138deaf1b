import { z } from 'zod/mini'

/** The saves of B§6: pages show nothing for -1 and Custom_template_toast_maxlimit for -2. */
export const noPermission = { status: -1, message: 'Your plan does not include templates of your own.' } as const
export const tooMany = {
  status: -2,
  message: 'You have {max} templates, the most your plan allows. Delete one first.',
  details: z.object({ max: z.int() }),
} as const

/** What keeps a text from being submitted. Each says what to change. */
export const textRefusals = {
  tooShort: { status: -20, message: 'The instructions are too short for others to use. Say what each section should hold.' },
  hasLink: { status: -21, message: 'Templates for the community hold no links or addresses. Remove them first.' },
  hasImage: { status: -22, message: 'Templates for the community hold no images. Remove them first.' },
  hasMarkup: { status: -23, message: 'Templates for the community hold no HTML. Remove what is between < and >.' },
  hasControlCharacters: { status: -24, message: 'The text holds characters that cannot be seen. Remove them first.' },
  hasFence: {
    status: -25,
    message:
      'The text holds code fences or markers such as ``` or <|end|>, which separate texts for language models. Remove them.',
  },
} as const
