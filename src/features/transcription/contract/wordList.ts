import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'

/** Maximum number of terms of an account, its folders included, and of the ways in which one is heard. */
export const MAX_TERMS = 2000
export const MAX_HEARD = 20

const TermId = z.string().check(z.maxLength(32), z.regex(/^[0-9a-f]{32}$/))
const text = z.string().check(
  z.maxLength(100, { abort: true }),
  z.overwrite((value) => value.trim()),
  z.minLength(1),
)
const heard = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_HEARD))
const FolderId = z.string().check(z.maxLength(64))

/** A name or term that is often recognised as something else (`heard`). Without a folder it counts for all recordings. */
export const WordListTerm = z.object({
  id: z.string(),
  folder_id: z.nullable(z.string()),
  term: z.string(),
  heard: z.array(z.string()),
  is_enabled: z.boolean(),
  /** How many corrections it was learnt from; 0 when it was added by hand. */
  corrections: z.int(),
  /** In unix seconds. */
  created_time: z.int(),
})
export type WordListTerm = z.infer<typeof WordListTerm>

const known = { status: -2, message: 'This term is on the list already.' } as const
const params = z.object({ term_id: TermId })

export const wordListContract = {
  terms: route({
    method: 'GET',
    path: '/ai/word-list',
    access: 'signed-in',
    summary: 'List the terms of the account and of its folders in alphabetical order',
    reply: z.object({ data: z.array(WordListTerm) }),
  }),
  addTerm: route({
    method: 'POST',
    path: '/ai/word-list',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Add a term to the word list, for all recordings or for those of a folder',
    body: z.object({
      term: text,
      heard: z._default(heard, []),
      folder_id: z._default(z.nullable(FolderId), null),
      /** True for a suggestion of `suggested_terms`. */
      is_learnt: z._default(z.boolean(), false),
    }),
    reply: z.object({ data: WordListTerm }),
    refusals: { known, tooMany: { status: -3, message: `A word list can have ${MAX_TERMS} terms at most.` } },
  }),
  changeTerm: route({
    method: 'PATCH',
    path: '/ai/word-list/:term_id',
    access: 'signed-in',
    summary: 'Change a term of the word list, or switch it on or off',
    params,
    body: z.object({ term: z.optional(text), heard: z.optional(heard), is_enabled: z.optional(z.boolean()) }),
    reply: z.object({ data: WordListTerm }),
    refusals: { known },
  }),
  removeTerm: route({
    method: 'DELETE',
    path: '/ai/word-list/:term_id',
    access: 'signed-in',
    addsData: false,
    summary: 'Remove a term from the word list',
    params,
    reply: z.object({}),
  }),
} as const
