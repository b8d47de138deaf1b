import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes, MiB } from '#shared/units.ts'

/** Maximum number of terms of an account, its folders included, and of the texts that one sounds like. */
export const MAX_TERMS = 2000
export const MAX_SOUNDS = 20
/** Maximum length of a term, and of a text that it sounds like. */
export const MAX_TERM_LENGTH = 100
/** The corrections of an account that are remembered, the latest ones. */
export const MAX_SUGGESTIONS = 500

const Id = z.string().check(z.maxLength(32), z.regex(/^[0-9a-f]{32}$/))
const text = z.string().check(
  z.maxLength(MAX_TERM_LENGTH, { abort: true }),
  z.overwrite((value) => value.trim()),
  z.minLength(1),
)
const sounds = z.array(z.string().check(z.maxLength(MAX_TERM_LENGTH))).check(z.maxLength(MAX_SOUNDS))
const FolderId = z.string().check(z.maxLength(64))
/** Null for all recordings. */
const scope = z._default(z.nullable(FolderId), null)

/** A name or term that is often recognised as something else (`sounds_like`). Without a folder it counts for all recordings. */
export const WordListTerm = z.object({
  id: z.string(),
  folder_id: z.nullable(z.string()),
  term: z.string(),
  sounds_like: z.array(z.string()),
  is_enabled: z.boolean(),
  /** How many corrections it was learnt from; 0 when it was added by hand. */
  corrections: z.int(),
  /** When it was learnt last, in unix seconds; null when it was added by hand. */
  corrected_time: z.nullable(z.int()),
  /** In unix seconds. */
  created_time: z.int(),
})
export type WordListTerm = z.infer<typeof WordListTerm>

/** A correction in recordings of a folder, or in those without one, that the word list does not contain. */
export const TermSuggestion = z.object({
  id: z.string(),
  folder_id: z.nullable(z.string()),
  term: z.string(),
  sounds_like: z.string(),
  /** How many edits made this correction. */
  corrections: z.int(),
})
export type TermSuggestion = z.infer<typeof TermSuggestion>

const known = { status: -2, message: 'This term is on the list already.' } as const
const tooMany = { status: -3, message: `A word list can have ${MAX_TERMS} terms at most.` } as const
/** The number of B§8 for a missing permission. */
const notIncluded = { status: -13, message: 'Your plan does not include a word list.' } as const
const params = z.object({ term_id: Id })
const newTerm = z.object({ term: text, sounds_like: z._default(sounds, []) })

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
    body: z.extend(newTerm, {
      folder_id: scope,
      /** True for a suggestion, which adds its corrections. */
      is_learnt: z._default(z.boolean(), false),
      is_enabled: z._default(z.boolean(), true),
      /** What the term was learnt from before it was removed, for a client that adds it again. */
      corrections: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
      corrected_time: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(253_402_300_799))), null),
    }),
    reply: z.object({ data: WordListTerm }),
    refusals: { known, tooMany, notIncluded },
  }),
  importTerms: route({
    method: 'POST',
    path: '/ai/word-list/import',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Add several terms, all or none; a term that is on the list already gets the texts that it sounds like',
    body: z.object({
      folder_id: scope,
      terms: z.array(newTerm).check(z.minLength(1), z.maxLength(MAX_TERMS)),
    }),
    bodyLimit: 4 * MiB,
    reply: z.object({ data: z.object({ added: z.int(), changed: z.int() }) }),
    refusals: { tooMany, notIncluded },
    limits: [{ per: 'user', max: 20, within: minutes(1) }],
  }),
  changeTerm: route({
    method: 'PATCH',
    path: '/ai/word-list/:term_id',
    access: 'signed-in',
    summary: 'Change a term of the word list, or switch it on or off',
    params,
    body: z.object({ term: z.optional(text), sounds_like: z.optional(sounds), is_enabled: z.optional(z.boolean()) }),
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
  suggestions: route({
    method: 'GET',
    path: '/ai/word-list/suggestions',
    access: 'signed-in',
    summary: 'List the corrections that the word list does not contain, the most frequent first',
    reply: z.object({ data: z.object({ suggestions: z.array(TermSuggestion), is_learning: z.boolean() }) }),
  }),
  changeSuggestion: route({
    method: 'PATCH',
    path: '/ai/word-list/suggestions/:suggestion_id',
    access: 'signed-in',
    addsData: false,
    summary: 'Ignore a correction from now on, or suggest it again',
    params: z.object({ suggestion_id: Id }),
    body: z.object({ is_ignored: z.boolean() }),
    reply: z.object({}),
  }),
  changeSettings: route({
    method: 'PATCH',
    path: '/ai/word-list/settings',
    access: 'signed-in',
    summary: 'Learn from corrections, or forget those that were not added and suggest none',
    body: z.object({ is_learning: z.boolean() }),
    reply: z.object({}),
  }),
} as const
