import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { voicePrintCopyContract, type VoicePrintCopy } from '../../../contract.ts'
import { listVoicePrints, type VoicePrint } from '../voicePrintStore.ts'
import { CopySection } from './CopySection.tsx'
import { decryptVoicePrints, encryptVoicePrints } from './encryptedCopy.ts'

const PASSPHRASE = 'correct horse battery'
const PRINT: VoicePrint = {
  id: 'a1',
  data: [0.5, -0.25, 1],
  fileId: 'f'.repeat(32),
  name: 'Speaker 1',
  customName: 'Zoë 李',
  updateTime: 5,
  startTime: 7,
}

beforeEach(async () => {
  signInAs('lena')
  await loadMessages('voice-prints')
})

describe('encrypted voice prints', () => {
  it('can be read with the passphrase and the account only, and differ each time', async () => {
    const content = await encryptVoicePrints([PRINT], PASSPHRASE, 'lena')
    expect(content).toMatch(/^v1(\.[\w+/=]+){3}$/)
    expect(await decryptVoicePrints(content, PASSPHRASE, 'lena')).toEqual([PRINT])
    expect(await encryptVoicePrints([PRINT], PASSPHRASE, 'lena')).not.toBe(content)
    expect(await decryptVoicePrints(content, `${PASSPHRASE}!`, 'lena')).toBeUndefined()
    expect(await decryptVoicePrints(content, PASSPHRASE, 'ben')).toBeUndefined()
    const changed = content.slice(0, -6) + (content.at(-6) === 'A' ? 'B' : 'A') + content.slice(-5)
    expect(await decryptVoicePrints(changed, PASSPHRASE, 'lena')).toBeUndefined()
    expect(await decryptVoicePrints('v2.a.b.c', PASSPHRASE, 'lena')).toBeUndefined()
  })
})

async function renderSection(prints: readonly VoicePrint[], copy: VoicePrintCopy | null) {
  const state = { copy, refusal: 0 }
  mockServer([
    handle(voicePrintCopyContract.read, () => ({ data: state.copy })),
    handle(voicePrintCopyContract.save, ({ body }) => {
      if (state.refusal < 0) throw new MockError(state.refusal)
      state.copy = { version: body.base_version + 1, content: body.content, saved_time: 1_795_252_320 }
      return { data: { version: state.copy.version, saved_time: state.copy.saved_time } }
    }),
    handle(voicePrintCopyContract.remove, () => {
      state.copy = null
      return {}
    }),
  ])
  const { user } = await renderWithProviders(<CopySection prints={prints} />)
  const field = await screen.findByLabelText<HTMLInputElement>('Passphrase')
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const confirm = async (name: string) =>
    user.click(within(await screen.findByRole('alertdialog', { name: /\?$/ })).getByRole('button', { name }))
  return { user, state, field, press, confirm }
}

describe('the encrypted copy in the account', () => {
  it('is saved, and loaded in another browser', async () => {
    const { user, state, field, press } = await renderSection([PRINT], null)
    expect(screen.getByText('No copy yet.')).toBeDefined()
    await user.type(field, 'too short')
    expect(screen.getByRole('button', { name: 'Save copy' }).getAttribute('aria-disabled')).toBe('true')
    await user.clear(field)
    await user.type(field, PASSPHRASE)
    await press('Save copy')
    expect(await screen.findByText('Saved on November 21, 2026')).toBeDefined()
    expect(field.value).toBe('')
    expect(state.copy?.content).not.toContain('Speaker')
    await user.type(field, 'a wrong passphrase')
    await press('Load copy')
    expect(await screen.findByText('This passphrase does not open the copy.')).toBeDefined()
    expect(await listVoicePrints()).toEqual([])
    await user.clear(field)
    await user.type(field, PASSPHRASE)
    await press('Load copy')
    expect(await screen.findByText('Loaded 1 sample')).toBeDefined()
    expect(await listVoicePrints()).toMatchObject([PRINT])
  })

  it('of another browser is replaced and deleted only after a question, and not when it has changed', async () => {
    const { user, state, field, press, confirm } = await renderSection([PRINT], { version: 3, content: 'x', saved_time: 0 })
    await user.type(field, PASSPHRASE)
    await press('Save copy')
    await confirm('Replace')
    await waitFor(() => expect(state.copy?.version).toBe(4))
    state.refusal = -4090
    await user.type(field, PASSPHRASE)
    await press('Save copy')
    expect((await screen.findAllByText('Another browser has changed the copy. Load it first.')).length).toBeGreaterThan(0)
    await press('Delete copy')
    await confirm('Delete copy')
    expect(await screen.findByText('No copy yet.')).toBeDefined()
    expect(state.copy).toBeNull()
  })
})
