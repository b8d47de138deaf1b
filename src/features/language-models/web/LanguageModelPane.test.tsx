import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { type Configuration, languageModelsContract, type LocalServer, type ServerInput, type Trial } from '../contract.ts'
import { LanguageModelPane } from './LanguageModelPane.tsx'

const GB = 1024 ** 3
const NONE = { summaries: null, questions: null, requests: null }
const EMPTY: Configuration = {
  current: null,
  embedding: null,
  is_searching_enabled: true,
  person_limits: NONE,
  server_limits: NONE,
}
const OLLAMA: LocalServer = {
  program: 'ollama',
  address: 'http://127.0.0.1:11434/v1',
  models: [
    { model: 'qwen3:8b', bytes: Math.round(5.2 * GB), context_tokens: 40_960, language_count: null },
    { model: 'llama3.1', bytes: Math.round(4.9 * GB), context_tokens: 131_072, language_count: 8 },
  ],
}
const ANSWERED: Trial = { outcome: 'answered', ms: 1840, follows_schema: true, context_tokens: 32_000 }
const inUse = (change: Partial<NonNullable<Configuration['current']>> = {}): NonNullable<Configuration['current']> => ({
  ...{ source: 'operator', kind: 'openai-compatible', address: 'http://192.168.1.20:8000/v1', model: 'Qwen3-14B-AWQ' },
  ...{ has_key: true, context_tokens: 32_000 },
  ...change,
})

type Replies = {
  configuration?: Partial<Configuration>
  found?: LocalServer[]
  listed?: { models: string[]; failure: 'unreachable' | 'wrong-key' | 'not-found' | null }
  trial?: Trial
  isBadAddress?: boolean
}

beforeAll(async () => await loadMessages('language-models'))
afterEach(() => vi.unstubAllGlobals())

async function renderPane({ configuration = {}, found = [], listed, trial = ANSWERED, isBadAddress }: Replies = {}) {
  let data: Configuration = { ...EMPTY, ...configuration }
  const sent: unknown[] = []
  const { read, find, list, test, use, useEmbedding, removeEmbedding, remove, limit } = languageModelsContract
  const use_ = (body: ServerInput) => {
    sent.push(body)
    if (isBadAddress) throw new MockError(use.refusals.badAddress.status)
    const { kind, address, model, key } = body
    if (trial.outcome === 'answered')
      data = {
        ...data,
        current: inUse({ kind, address, model, has_key: key !== undefined, context_tokens: trial.context_tokens }),
      }
    return { data: trial }
  }
  mockServer([
    handle(read, () => ({ data })),
    handle(find, () => ({ data: { servers: found } })),
    handle(list, ({ body }) => {
      sent.push(body)
      const { models = [], failure = null } = listed ?? {}
      return {
        data: { models: models.map((model) => ({ model, bytes: null, context_tokens: null, language_count: null })), failure },
      }
    }),
    handle(test, ({ body }) => {
      sent.push(body.server)
      if (isBadAddress) throw new MockError(test.refusals.badAddress.status)
      return { data: trial }
    }),
    handle(use, ({ body }) => use_(body)),
    handle(useEmbedding, ({ body: { address, model, key } }) => {
      sent.push({ address, model, key })
      if (trial.outcome === 'failed') return { data: trial }
      data = { ...data, embedding: { source: 'operator', address, model, has_key: key !== undefined } }
      return { data: { outcome: 'answered' as const, ms: 200, dimensions: 1024 } }
    }),
    handle(removeEmbedding, () => {
      data = { ...data, embedding: null }
      return {}
    }),
    handle(remove, () => {
      data = { ...data, current: null }
      return {}
    }),
    handle(limit, ({ body }) => {
      sent.push(body)
      data = { ...data, person_limits: body.person, server_limits: body.server }
      return {}
    }),
  ])
  const view = await renderWithProviders(<LanguageModelPane />)
  await screen.findByText(/Writes summaries, notes and answers/)
  return { ...view, sent }
}

const part = (name: string) => within(screen.getByRole('region', { name }))
const field = (name: string) => screen.getByRole('textbox', { name })

async function fillIn(
  { user }: Awaited<ReturnType<typeof renderPane>>,
  { address = 'http://gpu:8000/v1', model = 'qwen3' } = {},
) {
  await user.type(field('Address'), address)
  await user.tab()
  await user.type(await screen.findByRole('textbox', { name: 'Model' }), model)
}

describe('models on this machine', () => {
  it('are shown with size, context and languages, and used after a real answer', async () => {
    const { user, sent } = await renderPane({ found: [OLLAMA] })
    const found = within(await screen.findByRole('region', { name: 'Found on this machine: Ollama' }))
    expect(found.getByText('Ollama · localhost:11434')).toBeTruthy()
    expect(found.getByText('5.2 GB · reads up to 40,960 tokens at once')).toBeTruthy()
    expect(found.getByText('4.9 GB · reads up to 131,072 tokens at once · 8 languages')).toBeTruthy()
    await user.click(found.getByRole('button', { name: 'Use qwen3:8b' }))
    expect(await part('In use').findByText('qwen3:8b')).toBeTruthy()
    expect(part('In use').getByText(/localhost:11434 · reads 32,000 tokens at once · without a key/)).toBeTruthy()
    expect(sent).toEqual([{ kind: 'openai-compatible', address: OLLAMA.address, model: 'qwen3:8b' }])
    expect(found.queryByRole('button', { name: 'Use qwen3:8b' })).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it('that do not answer are not used, and the reason is shown', async () => {
    const { user } = await renderPane({ found: [OLLAMA], trial: { outcome: 'failed', failure: 'timeout' } })
    await user.click(await screen.findByRole('button', { name: 'Use llama3.1' }))
    expect(await screen.findByText(/did not answer in time/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'In use' })).toBeNull()
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

describe('a server that the operator names', () => {
  it('lists its models; one is tried, and the time of the answer is shown', async () => {
    const view = await renderPane({ listed: { models: ['gemma-3', 'qwen3'], failure: null } })
    const { user, sent } = view
    await user.type(field('Address'), 'http://gpu:8000/v1')
    await user.type(screen.getByLabelText('Key'), 'secret')
    await user.tab()
    await user.click(await screen.findByRole('combobox', { name: 'Model' }))
    await user.click(await screen.findByRole('option', { name: 'qwen3' }))
    await user.click(screen.getByRole('button', { name: 'Try it' }))
    expect(await screen.findByText('Answered in 1.8 sec')).toBeTruthy()
    expect(screen.getByText('Follows templates · 32,000 tokens')).toBeTruthy()
    const server = { kind: 'openai-compatible', address: 'http://gpu:8000/v1', key: 'secret', model: 'qwen3' }
    expect(sent.at(-1)).toEqual(server)
    await user.click(screen.getByRole('button', { name: 'Use this server' }))
    expect(await part('In use').findByText(/gpu:8000 · reads 32,000 tokens at once · with a key/)).toBeTruthy()
    expect(sent.at(-1)).toEqual(server)
    // The key is in use now and no longer in the page.
    expect(screen.queryByDisplayValue('secret')).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it.each([
    ['unreachable', 'Address', /No language model answers at this address/],
    ['wrong-key', 'Key', /did not accept the key/],
    ['not-found', 'Model', /lists no models. Type the name/],
  ] as const)('says at its field that it is %s', async (failure, name, text) => {
    const view = await renderPane({ listed: { models: [], failure } })
    await view.user.type(field('Address'), 'http://gpu:8000/v1')
    await view.user.tab()
    expect((await screen.findByText(text)).id).toBe(
      screen.getByLabelText(name).getAttribute('aria-describedby')?.split(' ').at(-1),
    )
  })

  it.each([
    [{ outcome: 'failed', failure: 'wrong-key' }, /did not accept the key/],
    [{ outcome: 'failed', failure: 'not-found' }, /does not know the model/],
    [{ outcome: 'failed', failure: 'busy' }, /quota is used up/],
    [{ outcome: 'failed', failure: 'error' }, /answered with an error/],
    [{ ...ANSWERED, follows_schema: false, context_tokens: null }, /^Does not follow templates reliably$/],
  ] as const)('shows what a trial found: %o', async (trial, text) => {
    const view = await renderPane({ trial })
    await fillIn(view)
    await view.user.click(screen.getByRole('button', { name: 'Try it' }))
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('is refused when the address is none, which is said at the address', async () => {
    const view = await renderPane({ isBadAddress: true })
    await fillIn(view, { address: 'gpu' })
    await view.user.click(screen.getByRole('button', { name: 'Use this server' }))
    expect(await screen.findByText(/Enter an address such as/)).toBeTruthy()
  })

  it('needs an address and a model', async () => {
    const { user, sent } = await renderPane()
    const button = screen.getByRole('button', { name: 'Use this server' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(sent).toEqual([])
  })

  it('keeps its key until it is replaced', async () => {
    const { user, sent } = await renderPane({ configuration: { current: inUse() } })
    expect(screen.getByLabelText<HTMLInputElement>('Key').readOnly).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Try it' }))
    await screen.findByText('Answered in 1.8 sec')
    expect(sent.at(-1)).toEqual({
      ...{ kind: 'openai-compatible', address: 'http://192.168.1.20:8000/v1', model: 'Qwen3-14B-AWQ' },
    })
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await user.type(screen.getByLabelText('Key'), 'new')
    await user.click(screen.getByRole('button', { name: 'Try it' }))
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ key: 'new' }))
  })

  it('can be Anthropic, with its address filled in', async () => {
    const { user } = await renderPane()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of server' }), 'Anthropic')
    expect((field('Address') as HTMLInputElement).value).toBe('https://api.anthropic.com/v1')
  })
})

describe('the model in use', () => {
  it('is tried again and removed after a confirmation', async () => {
    const { user, sent } = await renderPane({ configuration: { current: inUse() } })
    await user.click(screen.getByRole('button', { name: 'Try Qwen3-14B-AWQ' }))
    expect(await part('In use').findByText('Answered in 1.8 sec')).toBeTruthy()
    expect(sent).toEqual([null])
    await user.click(screen.getByRole('button', { name: 'Remove Qwen3-14B-AWQ' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Stop using Qwen3-14B-AWQ?' }))
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'In use' })).toBeNull())
  })

  it('of the environment wins, which is said, and cannot be changed here', async () => {
    await renderPane({ configuration: { current: inUse({ source: 'environment' }) }, found: [OLLAMA] })
    expect(part('In use').getByText('Set by the environment')).toBeTruthy()
    expect(screen.getByText(/wins over this page/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Remove|Use this server/ })).toBeNull()
    expect(screen.queryByText('Ollama · localhost:11434')).toBeNull()
    expect(screen.getByRole('button', { name: 'Try Qwen3-14B-AWQ' })).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('shows an error with a retry when it cannot be read', async () => {
    mockServer([
      handle(languageModelsContract.read, () => {
        throw new MockError(500)
      }),
    ])
    await renderWithProviders(<LanguageModelPane />)
    expect(await screen.findByText('The language model could not be loaded')).toBeTruthy()
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
    expect(sent).toEqual([{ person: { ...person_limits, summaries: 20 }, server: NONE }])
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
      configuration: { current: inUse() },
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
      configuration: { current: inUse() },
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
