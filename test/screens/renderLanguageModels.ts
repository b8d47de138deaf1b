import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  type Configuration,
  languageModelsContract,
  type LocalServer,
  type Model,
  type NewModel,
  type Trial,
} from '#features/language-models/contract.ts'
import { MockError, handle, mockServer } from './mockServer.ts'
import { renderWithProviders } from './renderWithProviders.tsx'

export const NO_LIMITS = { summaries: null, questions: null, requests: null }
export const ANSWERED: Trial = { outcome: 'answered', ms: 1840, follows_schema: true, context_tokens: 32_000 }

const EMPTY = {
  embedding: null,
  is_searching_enabled: true,
  person_limits: NO_LIMITS,
  server_limits: NO_LIMITS,
}

/** Returns a model of the list; by default, the default model. */
export const aModel = (change: Partial<Model> = {}): Model => ({
  id: change.model ?? 'm-1',
  model_name: change.model ?? 'Qwen3-14B-AWQ',
  name: change.model ?? 'Qwen3-14B-AWQ',
  des: '',
  isBeta: false,
  is_default: true,
  source: 'operator',
  kind: 'openai-compatible',
  address: 'http://192.168.1.20:8000/v1',
  model: 'Qwen3-14B-AWQ',
  has_key: true,
  context_tokens: 32_000,
  ...change,
})

export type LanguageModelReplies = {
  configuration?: Partial<Omit<Configuration, 'current' | 'models'>>
  models?: Model[]
  found?: LocalServer[]
  listed?: { models: string[]; failure: 'unreachable' | 'wrong-key' | 'not-found' | null }
  trial?: Trial
  /** The refusal of changes to models. */
  refusal?: 'badAddress' | 'alreadyAdded' | 'nameTaken' | 'tooMany'
}

const { read, find, list, test, add, change, removeModel, makeDefault, useEmbedding, removeEmbedding, limit } =
  languageModelsContract

/** Renders the settings pane with a server that stores its models. Returns the bodies of the requests. */
export async function renderLanguageModels(pane: ReactNode, replies: LanguageModelReplies) {
  const { found = [], listed, trial = ANSWERED, refusal } = replies
  const configuration = { ...EMPTY, ...replies.configuration }
  const sent: unknown[] = []
  let models = replies.models ?? []
  const keepDefault = () => (models = models.map((model, index) => ({ ...model, is_default: index === 0 })))
  const refuse = () => {
    if (refusal) throw new MockError(add.refusals[refusal].status)
  }
  const toModel = ({ kind, address, model, key, name, des = '', isBeta = false }: NewModel) =>
    aModel({ kind, address, model, des, isBeta, ...(name && { name }), has_key: key !== undefined })
  mockServer([
    handle(read, () => ({ data: { ...configuration, current: models[0] ?? null, models } })),
    handle(find, () => ({ data: { servers: found } })),
    handle(list, ({ body }) => {
      sent.push(body)
      const { models: names = [], failure = null } = listed ?? {}
      return {
        data: { models: names.map((model) => ({ model, bytes: null, context_tokens: null, language_count: null })), failure },
      }
    }),
    handle(test, ({ body }) => {
      sent.push(body)
      refuse()
      return { data: trial }
    }),
    handle(add, ({ body }) => {
      sent.push(body)
      refuse()
      if (trial.outcome === 'failed') return { data: { trial, model: null } }
      models = [...models, toModel(body)]
      keepDefault()
      return { data: { trial, model: models.at(-1)! } }
    }),
    handle(change, ({ params: { id }, body: { server, ...texts } }) => {
      sent.push({ id, server, ...texts })
      refuse()
      if (server && trial.outcome === 'failed') return { data: { trial, model: null } }
      models = models.map((model) =>
        model.id === id ? { ...model, ...server, ...texts, name: texts.name || model.model } : model,
      )
      return { data: { trial: server ? trial : null, model: models.find((model) => model.id === id) ?? null } }
    }),
    handle(removeModel, ({ params: { id } }) => {
      models = models.filter((model) => model.id !== id)
      keepDefault()
      return { data: { current: models[0] ?? null } }
    }),
    handle(makeDefault, ({ params: { id } }) => {
      models = models.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
      keepDefault()
      return {}
    }),
    handle(useEmbedding, ({ body: { address, model, key } }) => {
      sent.push({ address, model, key })
      if (trial.outcome === 'failed') return { data: trial }
      configuration.embedding = { source: 'operator', address, model, has_key: key !== undefined }
      return { data: { outcome: 'answered' as const, ms: 200, dimensions: 1024 } }
    }),
    handle(removeEmbedding, () => {
      configuration.embedding = null
      return {}
    }),
    handle(limit, ({ body }) => {
      sent.push(body)
      configuration.person_limits = body.person
      configuration.server_limits = body.server
      return {}
    }),
  ])
  const view = await renderWithProviders(pane)
  await screen.findByText(/Writes summaries, notes and answers/)
  return { ...view, sent }
}
