import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { speechModelsContract, type SpeechModel } from '../contract.ts'
import { SpeechModelsPane } from './SpeechModelsPane.tsx'

beforeEach(async () => {
  await loadMessages('speech-models')
})

const MiB = 1024 * 1024
const model = (change: Partial<SpeechModel>): SpeechModel => ({
  id: 'parakeet-v3',
  name: 'Parakeet v3',
  maker: 'NVIDIA',
  licence: 'CC BY 4.0',
  words: 'exact',
  accuracy: 7,
  languages: ['de', 'en'],
  bytes: 640 * MiB,
  received: 0,
  state: 'absent',
  rate: null,
  failure: null,
  is_bundled: false,
  is_preferred: false,
  speed: { factor: 0.7, is_measured: false },
  ...change,
})
const base = model({
  id: 'whisper-base',
  name: 'Whisper base',
  state: 'installed',
  is_bundled: true,
  speed: { factor: 13, is_measured: true },
})

async function renderPane(
  models: SpeechModel[],
  { fails = false, ...change }: { runs_models?: boolean; speech_server?: string | null; fails?: boolean } = {},
) {
  const list = [base, ...models]
  const calls: string[] = []
  const record = (name: string, state?: SpeechModel['state']) => (input: unknown) => {
    const { params: { id = '' } = {} } = input as { params?: { id?: string } }
    calls.push(`${name} ${id}`.trim())
    const index = list.findIndex((candidate) => candidate.id === id)
    if (state && index >= 0) list[index] = { ...list[index]!, state }
    return {}
  }
  mockServer([
    handle(speechModelsContract.list, () => ({
      data: {
        models: list,
        free_bytes: 38 * 1024 * MiB,
        cores: 4,
        memory_bytes: 8 * 1024 * MiB,
        runs_models: true,
        speech_server: null,
        is_measuring: false,
        ...change,
      },
    })),
    handle(speechModelsContract.download, (input) => {
      if (fails) throw new MockError(speechModelsContract.download.refusals.notOperator.status)
      return record('download', 'downloading')(input)
    }),
    handle(speechModelsContract.pause, record('pause', 'partial')),
    handle(speechModelsContract.remove, record('remove', 'absent')),
    handle(speechModelsContract.prefer, record('prefer')),
    handle(speechModelsContract.measure, record('measure')),
  ])
  const view = await renderWithProviders(<SpeechModelsPane />)
  await screen.findByText('Whisper base')
  return { ...view, calls }
}

const row = (name: string) => within(screen.getByRole('listitem', { name }))

afterEach(() => vi.unstubAllGlobals())

describe('the speech models', () => {
  it('show size, languages, licence and speed, measured or estimated', async () => {
    await renderPane([model({})])
    expect(row('Whisper base').getByText('13× measured')).toBeTruthy()
    expect(row('Parakeet v3').getByText('about 0.7×')).toBeTruthy()
    expect(row('Parakeet v3').getByText('640 MB')).toBeTruthy()
    expect(row('Parakeet v3').getByText('German, English · exact word times · NVIDIA, CC BY 4.0')).toBeTruthy()
    expect(screen.getByText('38 GB free')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('are downloaded with progress, and paused', async () => {
    const { user, calls } = await renderPane([model({})])
    await user.click(screen.getByRole('button', { name: 'Download Parakeet v3' }))
    await user.click(await screen.findByRole('button', { name: 'Pause the download of Parakeet v3' }))
    await screen.findByRole('button', { name: 'Resume the download of Parakeet v3' })
    expect(calls).toEqual(['download parakeet-v3', 'pause parakeet-v3'])
  })

  it('show how far a download is and how long it takes', async () => {
    await renderPane([model({ state: 'downloading', received: 412 * MiB, rate: 2 * MiB })])
    expect(row('Parakeet v3').getByText('412 MB of 640 MB · 2 min left')).toBeTruthy()
    expect(row('Parakeet v3').getByRole('progressbar', { name: 'Downloading Parakeet v3' }).getAttribute('aria-valuenow')).toBe(
      '64',
    )
  })

  it('show why a download failed, and where it was paused', async () => {
    await renderPane([model({ state: 'failed', failure: 'disk-full', received: 51 * MiB })])
    expect(row('Parakeet v3').getByRole('alert').textContent).toBe('There is not enough free space on the disk.')
    expect(row('Parakeet v3').getByText('Paused at 51 MB of 640 MB')).toBeTruthy()
  })

  it('are removed after a confirmation', async () => {
    const { user, calls } = await renderPane([model({ state: 'installed', received: 640 * MiB })])
    await user.click(screen.getByRole('button', { name: 'More actions for Parakeet v3' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Parakeet v3?' }))
    expect(dialog.getByText(/This frees 640 MB/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(calls).toEqual(['remove parakeet-v3']))
  })

  it('are used for all their languages on request', async () => {
    const { user, calls } = await renderPane([model({ state: 'installed' })])
    await user.click(screen.getByRole('button', { name: 'More actions for Parakeet v3' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Use for all its languages' }))
    await waitFor(() => expect(calls).toEqual(['prefer']))
  })

  it('cannot be downloaded where they cannot run', async () => {
    const { user, calls } = await renderPane([model({})], { runs_models: false })
    await user.click(screen.getByRole('button', { name: 'Download Parakeet v3' }))
    expect(calls).toEqual([])
    expect(screen.getAllByText(/On this machine only the included model can run/).length).toBeGreaterThan(0)
  })

  it('show that a speech server transcribes instead', async () => {
    await renderPane([], { speech_server: 'speech.example.org' })
    expect(screen.getByText(/transcribed by the speech server speech.example.org/)).toBeTruthy()
  })

  it('show a toast when something fails', async () => {
    const { user } = await renderPane([model({})], { fails: true })
    await user.click(screen.getByRole('button', { name: 'Download Parakeet v3' }))
    expect((await screen.findAllByText('That did not work.')).length).toBeGreaterThan(0)
  })
})
