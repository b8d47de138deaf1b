import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { profileContract } from '#features/profile/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import { speechModelsContract, type LanguageCoverage } from '#features/speech-models/contract.ts'
import { meReply } from '#test/screens/aUser.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { DEFAULT_SITE_SETTINGS } from '#test/screens/siteSettings.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { SpokenLanguageRow } from './SpokenLanguageRow.tsx'

beforeEach(async () => {
  await loadMessages('retention')
})

const MiB = 1024 * 1024
const parakeet = { id: 'parakeet-v3', name: 'Parakeet v3', bytes: 639 * MiB }
const languages: LanguageCoverage[] = [
  { code: 'de', model: 'Whisper base', is_approximate: false, better: parakeet },
  { code: 'en', model: 'Parakeet v3', is_approximate: false, better: null },
  { code: 'yue', model: 'Whisper base', is_approximate: true, better: null },
  {
    code: 'zu',
    model: null,
    is_approximate: false,
    better: { id: 'omnilingual-300m', name: 'Omnilingual 300M', bytes: 349 * MiB },
  },
]

async function renderRow(value: string | null, { isOperator = false, region = 'global' as 'global' | 'cn' } = {}) {
  mockServer([
    handle(speechModelsContract.languages, () => ({ data: { languages } })),
    handle(siteContract.init, () => ({ data: { ...DEFAULT_SITE_SETTINGS, region } })),
    handle(profileContract.me, () => meReply({ is_operator: isOperator })),
  ])
  const onChange = vi.fn<(id: string | null) => void>()
  const { page, address } = withRouter(
    <SpokenLanguageRow value={value} onChange={onChange} />,
    '/?profile=open&pane=transcription',
  )
  const view = await renderWithProviders(page)
  return { ...view, onChange, address, select: (await screen.findByLabelText('Spoken language')) as HTMLSelectElement }
}

afterEach(() => vi.unstubAllGlobals())

describe('the spoken language (B§3)', () => {
  it('is detected by default, and lists all languages with their variants by name', async () => {
    const { select, user, onChange } = await renderRow(null)
    expect(select.value).toBe('')
    await within(select).findByRole('option', { name: 'Zulu (needs Omnilingual 300M)' })
    for (const name of ['German', 'British English', 'Chinese (Taiwan)', 'Cantonese (Hong Kong SAR China)', 'Mexican Spanish'])
      expect(within(select).getByRole('option', { name })).toBeTruthy()
    await user.selectOptions(select, 'en-2')
    expect(onChange).toHaveBeenCalledWith('en-2')
  })

  it('shows which model transcribes it, and which one is better', async () => {
    await renderRow('de')
    const text = 'Transcribed by Whisper base. Parakeet v3 (639 MB) makes fewer errors.'
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('shows whom to ask for a missing model', async () => {
    await renderRow('zu')
    expect(await screen.findByText(/The administrator of this server can add Omnilingual 300M \(349 MB\)/)).toBeTruthy()
  })

  it('shows which model is missing, with a link for the operator', async () => {
    const { user, address } = await renderRow('zu', { isOperator: true })
    expect(await screen.findByText(/No installed speech model knows this language. Add Omnilingual 300M \(349 MB\)/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Speech models' }))
    expect(address()).toContain('pane=speech-models')
  })

  it('shows when a model writes it as another language', async () => {
    await renderRow('zh-hk-0')
    expect(await screen.findByText('Whisper base writes it like a similar language, with more errors.')).toBeTruthy()
  })

  it('shows a stored code as its language', async () => {
    expect((await renderRow('zh')).select.value).toBe('zh-0')
  })
})
