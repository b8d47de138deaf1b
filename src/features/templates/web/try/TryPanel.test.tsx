import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type TryProgress, tryTemplate } from '#features/notes/contract.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createRecording } from '#test/screens/createRecording.ts'
import { mockServer } from '#test/screens/mockServer.ts'
import { aForm, mockTemplates } from '#test/screens/mockTemplates.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { TryPanel } from './TryPanel.tsx'

const RECORDING = createRecording({ is_trans: true })
const FORM = aForm()
const [inShort, themes] = FORM.sections
const progress = (change: Partial<TryProgress>): string =>
  JSON.stringify({ sections: [], pending: ['In short', 'Themes'], parts_read: 1, parts: 1, ...change })

/** A panel whose try replies with what `send` writes. */
async function showPanel() {
  signInAs('u1')
  mockServer(mockTemplates({ me: { membership_type: 'pro' }, files: [RECORDING] }).handlers)
  const mockFetch = fetch
  const body = new TransformStream<string, string>()
  const writer = body.writable.getWriter()
  let signal: AbortSignal | null | undefined
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (!address.endsWith(tryTemplate.path)) return await mockFetch(address, request)
    signal = request.signal
    signal?.addEventListener('abort', () => void writer.abort(new DOMException('', 'AbortError')).catch(() => {}))
    return new Response(body.readable.pipeThrough(new TextEncoderStream()))
  })
  const getInput = (file_id: string) => ({ file_id, name: 'Mine', content: '# In short' })
  const view = await renderWithProviders(<TryPanel getInput={getInput} headings={['In short', 'Themes']} />)
  await act(() => loadMessages('templates'))
  await screen.findByText('Interview with Dr. Okafor · 48 min')
  await view.user.click(screen.getByRole('button', { name: 'Try' }))
  const send = (text: string) => act(async () => await writer.write(text))
  await send('{"status":0,"msg":"success","request_id":"r","progress":[\n')
  const end = async (rest: string) => {
    await send(rest)
    await act(async () => await writer.close())
  }
  return { ...view, send, end, isAborted: () => signal?.aborted }
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('a try', () => {
  it('shows each section as it is written, with the headings that follow', async () => {
    const { send, end } = await showPanel()
    await send(`${progress({ pending: ['In short', 'Themes'], parts_read: 1, parts: 3 })}\n`)
    expect(await screen.findByText('Reading part 2 of 3')).toBeTruthy()
    await send(`,${progress({ sections: [inShort!], pending: ['Themes'], parts_read: 3, parts: 3 })}\n`)
    expect(await screen.findByText('The nurses stayed.')).toBeTruthy()
    expect(screen.getByText('Writing…')).toBeTruthy()
    expect(screen.getByText('Themes')).toBeTruthy()
    expect(screen.queryByText('Clinics fail where drivers were cut.')).toBeNull()
    expect(await axeViolations()).toEqual([])
    await end(`],"data":${JSON.stringify({ markdown: '', form: FORM })},"failure":null}`)
    expect(await screen.findByText('Clinics fail where drivers were cut.')).toBeTruthy()
    expect(screen.getByText('qwen3:8b · used no minutes')).toBeTruthy()
  })

  it('keeps what was written when it is stopped, and ends its request', async () => {
    const { user, send, isAborted } = await showPanel()
    await send(`${progress({ sections: [inShort!], pending: ['Themes'] })}\n`)
    await screen.findByText('The nurses stayed.')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('Stopped. This is what was written until then.')).toBeTruthy()
    expect(screen.getByText('The nurses stayed.')).toBeTruthy()
    expect(isAborted()).toBe(true)
  })

  it('keeps what was written when the model fails, and can be tried again', async () => {
    const { send, end } = await showPanel()
    await send(`${progress({ sections: [inShort!, themes!], pending: [] })}\n`)
    await end('],"data":null,"failure":"modelFailed"}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The language model did not answer. Try again.')
    expect(screen.getByText('The nurses stayed.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Writing…')).toBeNull())
  })
})
