import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { aModel, type LanguageModelReplies, NO_LIMITS, renderLanguageModels } from '#test/screens/renderLanguageModels.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { languageModelsContract, type LocalServer } from '../contract.ts'
import { LanguageModelPane } from './LanguageModelPane.tsx'

const GB = 1024 ** 3
const OLLAMA: LocalServer = {
  program: 'ollama',
  address: 'http://127.0.0.1:11434/v1',
  models: [
    { model: 'qwen3:8b', bytes: Math.round(5.2 * GB), context_tokens: 40_960, language_count: null },
    { model: 'llama3.1', bytes: Math.round(4.9 * GB), context_tokens: 131_072, language_count: 8 },
  ],
}

beforeAll(async () => await loadMessages('language-models'))
afterEach(() => vi.unstubAllGlobals())

const renderPane = async (replies: LanguageModelReplies = {}) => await renderLanguageModels(<LanguageModelPane />, replies)

const part = (name: string) => within(screen.getByRole('region', { name }))

describe('the pane', () => {
  it('shows an error with a retry when the models cannot be read', async () => {
    mockServer([
      handle(languageModelsContract.read, () => {
        throw new MockError(500)
      }),
    ])
    await renderWithProviders(<LanguageModelPane />)
    expect(await screen.findByText('The language model could not be loaded')).toBeTruthy()
  })
})

describe('models on this machine', () => {
  it('are shown with size, context and languages, and added after a real answer', async () => {
    const { user, sent } = await renderPane({ found: [OLLAMA] })
    const found = within(await screen.findByRole('region', { name: 'Found on this machine: Ollama' }))
    expect(found.getByText('Ollama · localhost:11434')).toBeTruthy()
    expect(found.getByText('5.2 GB · reads up to 40,960 tokens at once')).toBeTruthy()
    expect(found.getByText('4.9 GB · reads up to 131,072 tokens at once · 8 languages')).toBeTruthy()
    await user.click(found.getByRole('button', { name: 'Add qwen3:8b' }))
    expect(await part('Models').findByText('qwen3:8b')).toBeTruthy()
    expect(part('Models').getByText(/localhost:11434 · reads 32,000 tokens at once · without a key/)).toBeTruthy()
    expect(found.getByText('Answered in 1.8 sec')).toBeTruthy()
    expect(sent).toEqual([{ kind: 'openai-compatible', address: OLLAMA.address, model: 'qwen3:8b' }])
    expect(found.queryByRole('button', { name: 'Add qwen3:8b' })).toBeNull()
    expect(found.getByRole('button', { name: 'Add llama3.1' })).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('that do not answer are not added, and the reason is shown', async () => {
    const { user } = await renderPane({ found: [OLLAMA], trial: { outcome: 'failed', failure: 'timeout' } })
    await user.click(await screen.findByRole('button', { name: 'Add llama3.1' }))
    expect(await screen.findByText(/did not answer in time/)).toBeTruthy()
    expect(part('Models').queryByRole('listitem')).toBeNull()
  })

  it('are searched for again when there are none', async () => {
    const found: LocalServer[] = []
    const { user } = await renderPane({ found })
    expect(await screen.findByText(/No Ollama, LM Studio or llama.cpp server is running/)).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    found.push({ ...OLLAMA, models: [] })
    await user.click(screen.getByRole('button', { name: 'Search again' }))
    expect(await screen.findByText('Ollama is running, but it has no models yet.')).toBeTruthy()
  })

  it('are not searched for when the server forbids it', async () => {
    await renderPane({ configuration: { is_searching_enabled: false } })
    expect(await screen.findByText(/switched off on this server/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Search again' })).toBeNull()
  })
})

describe('the limits', () => {
  it('are saved one by one; an empty field is no limit', async () => {
    const person_limits = { summaries: 50, questions: 200, requests: 2 }
    const { user, sent } = await renderPane({ configuration: { person_limits } })
    const person = part('Limits for each person')
    const summaries = person.getByRole('textbox', { name: 'Summaries and notes' })
    await user.clear(summaries)
    await user.type(summaries, '20{Enter}')
    expect(await person.findByText('Saved')).toBeTruthy()
    expect(sent).toEqual([{ person: { ...person_limits, summaries: 20 }, server: NO_LIMITS }])
    await user.clear(person.getByRole('textbox', { name: 'Questions' }))
    await user.tab()
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ person: { questions: null } }))
    expect(part('Limits for the whole server').getByText('They include you.')).toBeTruthy()
  })

  it('are whole numbers', async () => {
    const { user, sent } = await renderPane()
    await user.type(part('Limits for the whole server').getByRole('textbox', { name: 'At the same time' }), '0')
    await user.tab()
    expect(await screen.findByText('Enter a number from 1 to 1000, or nothing.')).toBeTruthy()
    expect(sent).toEqual([])
  })
})

describe('the search by meaning', () => {
  it('is off until a model answers, says where texts go, and is removed', async () => {
    const { user, sent } = await renderPane({
      models: [aModel()],
      listed: { models: ['bge-m3', 'qwen3'], failure: null },
    })
    const section = part('Search by meaning')
    expect(section.getByText(/The texts of all recordings and what people search for are sent to this model/)).toBeTruthy()
    expect(section.queryByRole('textbox')).toBeNull()
    await user.click(section.getByRole('button', { name: 'Set up' }))
    expect(section.getByRole('textbox', { name: 'Address' })).toHaveProperty('value', 'http://192.168.1.20:8000/v1')
    await user.click(section.getByRole('textbox', { name: 'Address' }))
    await user.tab()
    await user.click(await section.findByRole('combobox', { name: 'Model' }))
    await user.click(await screen.findByRole('option', { name: 'bge-m3' }))
    expect(await axeViolations()).toEqual([])
    await user.click(section.getByRole('button', { name: 'Use this model' }))
    expect(await section.findByText(/192.168.1.20:8000 · .*Recordings are prepared for it in the background/)).toBeTruthy()
    expect(sent.at(-1)).toEqual({ address: 'http://192.168.1.20:8000/v1', model: 'bge-m3', key: undefined })
    await user.click(section.getByRole('button', { name: 'Remove bge-m3' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(await section.findByRole('button', { name: 'Use this model' })).toBeTruthy()
  })

  it('says why a model is not used', async () => {
    const { user } = await renderPane({
      models: [aModel()],
      listed: { models: [], failure: 'not-found' },
      trial: { outcome: 'failed', failure: 'not-found' },
    })
    const section = part('Search by meaning')
    await user.click(section.getByRole('button', { name: 'Set up' }))
    await user.type(section.getByRole('textbox', { name: 'Model' }), 'bge-m3')
    await user.click(section.getByRole('button', { name: 'Use this model' }))
    expect(await section.findByText(/the server does not know the model/)).toBeTruthy()
  })

  it('is set by the environment, which wins', async () => {
    const embedding = { source: 'environment', address: 'http://gpu/v1', model: 'bge-m3', has_key: true } as const
    await renderPane({ configuration: { embedding } })
    const section = part('Search by meaning')
    expect(section.getByText(/EMBEDDING_MODEL, EMBEDDING_BASE_URL/)).toBeTruthy()
    expect(section.queryByRole('button')).toBeNull()
  })
})
