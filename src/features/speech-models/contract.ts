import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'

const notOperator = { status: -4031, message: 'Only the operator of this server can manage its speech models.' } as const
const params = z.object({ id: z.string().check(z.maxLength(64)) })
const bytes = z.int()

/** The state of a catalogue model on this server. */
export const SpeechModel = z.object({
  id: z.string(),
  name: z.string(),
  maker: z.string(),
  licence: z.string(),
  /** Codes of the speech engine, as in the language options. */
  languages: z.array(z.string()),
  words: z.enum(['exact', 'estimated']),
  bytes,
  /** Bytes on disk, including those of an unfinished download. */
  received: bytes,
  /** `partial`: a paused or interrupted download. */
  state: z.enum(['installed', 'absent', 'partial', 'downloading', 'failed', 'measuring']),
  /** Download rate in bytes per second; null while unknown. */
  rate: z.nullable(z.int()),
  /** Why the last download failed. */
  failure: z.nullable(z.enum(['unreachable', 'wrong-content', 'disk-full', 'busy'])),
  is_bundled: z.boolean(),
  /** Chosen by the operator for all its languages. */
  is_preferred: z.boolean(),
  /** Speed relative to real time on this server; estimated from the bundled model until measured. */
  speed: z.nullable(z.object({ factor: z.number(), is_measured: z.boolean() })),
  /** Of two models for a language, the one with the higher number makes fewer errors. */
  accuracy: z.int(),
})
export type SpeechModel = z.infer<typeof SpeechModel>

/** Which model transcribes a language on this server, and which one would be better. */
export const LanguageCoverage = z.object({
  code: z.string(),
  /** The name of the model; null when no installed model supports the language. */
  model: z.nullable(z.string()),
  /** The model transcribes it as a similar language: Cantonese as Chinese. */
  is_approximate: z.boolean(),
  better: z.nullable(z.object({ id: z.string(), name: z.string(), bytes })),
})
export type LanguageCoverage = z.infer<typeof LanguageCoverage>

export const speechModelsContract = {
  list: route({
    method: 'GET',
    path: '/speech/models',
    access: 'signed-in',
    summary: 'List the speech models of this server, installed or not; for the operator',
    reply: z.object({
      data: z.object({
        models: z.array(SpeechModel),
        free_bytes: bytes,
        cores: z.int(),
        memory_bytes: bytes,
        /** False when this machine can only run the bundled model. */
        runs_models: z.boolean(),
        /** Host of the speech server used instead; null for this machine. */
        speech_server: z.nullable(z.string()),
        is_measuring: z.boolean(),
      }),
    }),
    refusals: { notOperator },
  }),
  download: route({
    method: 'POST',
    path: '/speech/models/:id/download',
    access: 'signed-in',
    summary: 'Start or resume the download of a speech model; for the operator',
    params,
    reply: z.object({}),
    refusals: { notOperator },
  }),
  pause: route({
    method: 'POST',
    path: '/speech/models/:id/pause',
    access: 'signed-in',
    addsData: false,
    summary: 'Pause the download of a speech model; for the operator',
    params,
    reply: z.object({}),
    refusals: { notOperator },
  }),
  remove: route({
    method: 'DELETE',
    path: '/speech/models/:id',
    access: 'signed-in',
    summary: 'Remove a speech model or its unfinished download; for the operator',
    params,
    reply: z.object({}),
    refusals: {
      notOperator,
      bundled: { status: -4095, message: 'This model is part of Earshot and cannot be removed.' },
    },
  }),
  prefer: route({
    method: 'PUT',
    path: '/speech/models',
    access: 'signed-in',
    addsData: false,
    summary: 'Choose the model for all its languages, or null for the most accurate one for each; for the operator',
    body: z.object({ preferred: z.nullable(z.string().check(z.maxLength(64))) }),
    mayNotExist: true,
    reply: z.object({}),
    refusals: {
      notOperator,
      notInstalled: { status: -4096, message: 'This model is not installed. Download it first.' },
    },
  }),
  measure: route({
    method: 'POST',
    path: '/speech/models/measure',
    access: 'signed-in',
    addsData: false,
    summary: 'Measure the speed of the installed models on this machine; for the operator',
    reply: z.object({}),
    refusals: { notOperator },
  }),
  languages: route({
    method: 'GET',
    path: '/speech/languages',
    access: 'signed-in',
    summary: 'Get which model transcribes each language on this server, and what is missing (B§3)',
    reply: z.object({ data: z.object({ languages: z.array(LanguageCoverage) }) }),
  }),
} as const
