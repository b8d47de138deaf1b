import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { aModel, ANSWERED, type LanguageModelReplies, renderLanguageModels } from '#test/screens/renderLanguageModels.ts'
import { loadMessages } from '#test/screens/renderWithProviders.tsx'
import { LanguageModelPane } from './LanguageModelPane.tsx'

beforeAll(async () => await loadMessages('language-models'))
afterEach(() => vi.unstubAllGlobals())

const renderPane = async (replies: LanguageModelReplies = {}) => await renderLanguageModels(<LanguageModelPane />, replies)

type View = Awaited<ReturnType<typeof renderPane>>

const list = () => within(screen.getByRole('region', { name: 'Models' }))
const row = (name: string) => within(list().getByRole('listitem', { name }))
const dialog = () => within(screen.getByRole('dialog'))
const field = (name: string) => dialog().getByRole('textbox', { name })
const press = async ({ user }: View, name: string) => await user.click(dialog().getByRole('button', { name }))

async function openAdd({ user }: View) {
  await user.click(screen.getByRole('button', { name: 'Add a model' }))
  await screen.findByRole('dialog', { name: 'Add a model' })
}

/** Opens the menu of a model and picks an item. */
async function pick({ user }: View, model: string, item: string) {
  await user.click(row(model).getByRole('button', { name: `More actions for ${model}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

async function openEdit(view: View, model: string) {
  await pick(view, model, 'Edit')
  await screen.findByRole('dialog', { name: `Edit ${model}` })
}

async function fillIn({ user }: View, { address = 'http://gpu:8000/v1', model = 'qwen3' } = {}) {
  await user.type(field('Address'), address)
  await user.tab()
  await user.type(field('Model'), model)
}

const TWO = [
  aModel({ des: 'For everything', isBeta: true }),
  aModel({ model: 'claude', name: 'Precise', kind: 'anthropic', address: 'https://api.anthropic.com/v1', is_default: false }),
]

describe('the list of models', () => {
  it('shows the name, where each runs, the default and the beta mark', async () => {
    await renderPane({ models: TWO })
    expect(row('Qwen3-14B-AWQ').getByText('Default')).toBeTruthy()
    expect(row('Qwen3-14B-AWQ').getByText('Beta')).toBeTruthy()
    expect(row('Qwen3-14B-AWQ').getByText('For everything')).toBeTruthy()
    expect(row('Precise').getByText(/^claude · Anthropic · api.anthropic.com · reads 32,000 tokens at once/)).toBeTruthy()
    expect(row('Precise').queryByText('Default')).toBeNull()
    expect(list().getByText(/People choose among them when they generate/)).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('says that there is none', async () => {
    await renderPane()
    expect(list().getByText(/No language model is set up/)).toBeTruthy()
    expect(list().queryByRole('listitem')).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it('tries the model of the row', async () => {
    const { user, sent } = await renderPane({ models: TWO })
    await user.click(screen.getByRole('button', { name: 'Try Precise' }))
    expect(await row('Precise').findByText('Answered in 1.8 sec')).toBeTruthy()
    expect(sent).toEqual([{ server: null, id: 'claude' }])
  })

  it('makes another model the default, by keyboard too, and says so', async () => {
    const view = await renderPane({ models: TWO })
    const { user } = view
    row('Precise').getByRole('button', { name: 'More actions for Precise' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: 'Make default' })
    await user.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByText('Precise is the default now.')).toBeTruthy()
    expect(await row('Precise').findByText('Default')).toBeTruthy()
    expect(row('Qwen3-14B-AWQ').queryByText('Default')).toBeNull()
  })

  it('removes the default after a confirmation that names the next one, and says which one it is', async () => {
    const view = await renderPane({ models: TWO })
    await pick(view, 'Qwen3-14B-AWQ', 'Remove')
    const confirm = within(await screen.findByRole('alertdialog', { name: 'Remove Qwen3-14B-AWQ?' }))
    expect(confirm.getByText(/^Precise becomes the default/)).toBeTruthy()
    await view.user.click(confirm.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Precise is the default now.')).toBeTruthy()
    await waitFor(() => expect(list().queryByRole('listitem', { name: 'Qwen3-14B-AWQ' })).toBeNull())
  })

  it('says what happens without the last model, and to those who chose another one', async () => {
    const view = await renderPane({ models: TWO })
    await pick(view, 'Precise', 'Remove')
    const confirm = async () => within(await screen.findByRole('alertdialog'))
    expect((await confirm()).getByText(/^Those who chose it get the default model, Qwen3-14B-AWQ/)).toBeTruthy()
    await view.user.click((await confirm()).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(list().queryByRole('listitem', { name: 'Precise' })).toBeNull())
    expect(screen.queryByText(/is the default now/)).toBeNull()
    await pick(view, 'Qwen3-14B-AWQ', 'Remove')
    expect((await confirm()).getByText(/^Summaries then quote the recordings/)).toBeTruthy()
  })

  it('cannot change the default of the environment, and says so; others can be added', async () => {
    const environment = aModel({ id: null, source: 'environment' })
    const view = await renderPane({ models: [environment, { ...TWO[1]!, is_default: false }] })
    expect(row('Qwen3-14B-AWQ').getByText(/Set by the environment/)).toBeTruthy()
    expect(row('Qwen3-14B-AWQ').queryByRole('button', { name: /More actions/ })).toBeNull()
    expect(list().getByText(/wins over this page/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add a model' })).toBeTruthy()
    await view.user.click(row('Precise').getByRole('button', { name: 'More actions for Precise' }))
    const item = await screen.findByRole('menuitem', { name: /Make default/ })
    expect(item.textContent).toContain('The environment sets the default.')
    expect(await axeViolations()).toEqual([])
  })
})

describe('the dialog that adds a model', () => {
  it('lists the models of the server; one is tried and added with its name, description and beta mark', async () => {
    const view = await renderPane({ listed: { models: ['gemma-3', 'qwen3'], failure: null } })
    const { user, sent } = view
    await openAdd(view)
    await user.type(field('Address'), 'http://gpu:8000/v1')
    await user.type(dialog().getByLabelText('Key'), 'secret')
    await user.tab()
    await user.click(await dialog().findByRole('combobox', { name: 'Model' }))
    await user.click(await screen.findByRole('option', { name: 'qwen3' }))
    await press(view, 'Try it')
    expect(await dialog().findByText('Answered in 1.8 sec')).toBeTruthy()
    expect(dialog().getByText('Follows templates · 32,000 tokens')).toBeTruthy()
    const server = { kind: 'openai-compatible', address: 'http://gpu:8000/v1', key: 'secret', model: 'qwen3' }
    expect(sent.at(-1)).toEqual({ server })
    await user.type(field('Name'), 'Fast')
    await user.type(field('Description'), 'For short recordings')
    await user.click(dialog().getByRole('switch', { name: 'Mark as beta' }))
    expect(await axeViolations()).toEqual([])
    await press(view, 'Add')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.at(-1)).toEqual({ ...server, name: 'Fast', des: 'For short recordings', isBeta: true })
    expect(row('Fast').getByText(/^qwen3 · .*gpu:8000 · reads 32,000 tokens at once · with a key/)).toBeTruthy()
    expect(row('Fast').getByText('Answered in 1.8 sec')).toBeTruthy()
  })

  it.each([
    ['unreachable', 'Address', /No language model answers at this address/],
    ['wrong-key', 'Key', /did not accept the key/],
    ['not-found', 'Model', /lists no models. Type the name/],
  ] as const)('says at its field that the server is %s', async (failure, name, text) => {
    const view = await renderPane({ listed: { models: [], failure } })
    await openAdd(view)
    await view.user.type(field('Address'), 'http://gpu:8000/v1')
    await view.user.tab()
    const described = (await screen.findByText(text)).id
    expect(described).toBe(dialog().getByLabelText(name).getAttribute('aria-describedby')?.split(' ').at(-1))
  })

  it.each([
    [{ outcome: 'failed', failure: 'wrong-key' }, /did not accept the key/],
    [{ outcome: 'failed', failure: 'not-found' }, /does not know the model/],
    [{ outcome: 'failed', failure: 'busy' }, /quota is used up/],
    [{ ...ANSWERED, follows_schema: false, context_tokens: null }, /^Does not follow templates reliably$/],
  ] as const)('shows what a trial found: %o', async (trial, text) => {
    const view = await renderPane({ trial })
    await openAdd(view)
    await fillIn(view)
    await press(view, 'Try it')
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('stays open with the reason when the model does not answer', async () => {
    const view = await renderPane({ trial: { outcome: 'failed', failure: 'timeout' } })
    await openAdd(view)
    await fillIn(view)
    await press(view, 'Add')
    expect(await dialog().findByText(/did not answer in time/)).toBeTruthy()
    expect(view.sent.at(-1)).toMatchObject({ model: 'qwen3' })
  })

  it.each([
    ['badAddress', /Enter an address such as/],
    ['alreadyAdded', 'This model of this server is in the list already.'],
    ['nameTaken', 'Another model has this name.'],
    ['tooMany', /There are 20 models already/],
  ] as const)('says why a model is refused: %s', async (refusal, text) => {
    const view = await renderPane({ refusal })
    await openAdd(view)
    await fillIn(view)
    await press(view, 'Add')
    // A toast is announced too.
    expect((await screen.findAllByText(text))[0]).toBeTruthy()
  })

  it('needs an address and a model', async () => {
    const view = await renderPane()
    await openAdd(view)
    expect(dialog().getByRole('button', { name: 'Add' }).getAttribute('aria-disabled')).toBe('true')
    await view.user.type(field('Address'), '{Enter}')
    expect(view.sent).toEqual([])
  })

  it('can be Anthropic, with its address filled in', async () => {
    const view = await renderPane()
    await openAdd(view)
    await view.user.selectOptions(dialog().getByRole('combobox', { name: 'Kind of server' }), 'Anthropic')
    expect(field('Address')).toHaveProperty('value', 'https://api.anthropic.com/v1')
  })
})

describe('the dialog that edits a model', () => {
  it('changes what people see without asking the server', async () => {
    const view = await renderPane({ models: TWO, trial: { outcome: 'failed', failure: 'unreachable' } })
    await openEdit(view, 'Precise')
    expect(field('Name')).toHaveProperty('value', 'Precise')
    await view.user.clear(field('Name'))
    await view.user.type(field('Name'), 'Careful')
    await press(view, 'Save')
    expect(await list().findByRole('listitem', { name: 'Careful' })).toBeTruthy()
    expect(view.sent).toEqual([{ id: 'claude', server: undefined, name: 'Careful', des: '', isBeta: false }])
  })

  it('keeps the key until it is replaced, and sends a changed server to be tried', async () => {
    const view = await renderPane({ models: TWO })
    const { user, sent } = view
    await openEdit(view, 'Qwen3-14B-AWQ')
    expect(field('Name')).toHaveProperty('value', '')
    expect(dialog().getByLabelText<HTMLInputElement>('Key').readOnly).toBe(true)
    await press(view, 'Try it')
    await dialog().findByText('Answered in 1.8 sec')
    const server = { kind: 'openai-compatible', address: 'http://192.168.1.20:8000/v1', model: 'Qwen3-14B-AWQ' }
    expect(sent.at(-1)).toEqual({ server, id: 'm-1' })
    await press(view, 'Replace')
    await user.type(dialog().getByLabelText('Key'), 'new')
    await press(view, 'Save')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.at(-1)).toMatchObject({ id: 'm-1', server: { ...server, key: 'new' }, des: 'For everything', isBeta: true })
    expect(row('Qwen3-14B-AWQ').getByText('Answered in 1.8 sec')).toBeTruthy()
  })
})
