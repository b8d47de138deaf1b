import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod/mini'
import { templatesFeature } from '#features/templates/web.tsx'
import { generateFeature } from '#features/generate/web.tsx'
import { LOCALES } from '#shared/locales.ts'
import { hours, minutes } from '#shared/units.ts'
import { FeatureScreen } from '#test/screens/FeatureScreen.tsx'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { FILE_ID } from '#test/screens/createRecording.ts'
import { AUTO_MODEL, type GenerateDialogState, INTERVIEW, generateDialogHandlers } from '#test/screens/generateHandlers.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { type SummaryRequest, type TaskRequest, generateContract, noteTasksContract } from '../../contract.ts'
import { GenerateButton } from '../GenerateButton.tsx'

type Sent = { path: string; body: z.output<typeof TaskRequest> & z.output<typeof SummaryRequest>; info: Record<string, unknown> }

async function showDialog({
  hasTranscript = false,
  item,
  locale,
  ...state
}: GenerateDialogState & { hasTranscript?: boolean; item?: string; locale?: (typeof LOCALES)[number] } = {}) {
  const sent: Sent[] = []
  const record = (path: string, body: object) => {
    const { info } = body as { info?: string | null }
    sent.push({ path, body: body as Sent['body'], info: JSON.parse(info ?? '{}') as Sent['info'] })
    // The reply is not needed: the task is shown from the status.
    throw new MockError(-1, 'in progress')
  }
  const file = { is_trans: hasTranscript, duration: minutes(48), ...state.file }
  mockServer([
    handle(generateContract.transsumm, ({ body }) => record('transsumm', body)),
    handle(noteTasksContract.chatllm, ({ body }) => record('chatllm', body)),
    ...generateDialogHandlers({ ...state, file }),
  ])
  const view = await renderWithProviders(
    <FeatureScreen features={[generateFeature, templatesFeature]}>
      <GenerateButton fileId={FILE_ID} duration={file.duration} hasTranscript={hasTranscript} />
    </FeatureScreen>,
    locale ? { locale } : {},
  )
  await loadMessages('templates')
  await view.user.click(screen.getAllByRole('button')[0]!)
  if (hasTranscript) await view.user.click(await screen.findByRole('menuitem', { name: item ?? 'Summarize again' }))
  const dialog = await screen.findByRole('dialog')
  const submit = () => view.user.click(within(dialog).getAllByRole('button').at(-2)!)
  return { ...view, dialog, sent, submit }
}

async function pickTemplate(user: Awaited<ReturnType<typeof showDialog>>['user'], dialog: HTMLElement) {
  await user.click(within(dialog).getByRole('button', { name: /^Template/ }))
  await user.click(await screen.findByRole('option', { name: /Interview/ }))
  await waitFor(() => expect(within(dialog).getByRole('button', { name: /^Template/ }).textContent).toContain(INTERVIEW.name))
}

beforeEach(() => signInAs('u1'))
afterEach(() => {
  closeDialogs('generate', 'speakerLimit')
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

describe('the generate dialog (B§2, B§4)', () => {
  it('starts with auto, which leaves the choice to the server, and Enter generates', async () => {
    const { user, dialog, sent } = await showDialog()
    expect(within(dialog).getByRole('radio', { name: /^Auto/ }).getAttribute('aria-checked')).toBe('true')
    expect(within(dialog).queryByRole('combobox')).toBeNull()
    expect(await axeViolations()).toEqual([])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Generate'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      path: 'transsumm',
      body: { summ_type: 'AUTO-SELECT', summ_type_type: 'system', is_reload: 0 },
    })
    expect(sent[0]?.info).toEqual({ llm: 'auto', support_mul_summ: true })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('does not generate a summary without a template (B§5 Filelist_submit_notemplate)', async () => {
    const { user, dialog, sent, submit } = await showDialog()
    await user.click(within(dialog).getByRole('radio', { name: /^Custom/ }))
    await submit()
    expect(await within(dialog).findByText('Choose a template first.')).toBeTruthy()
    expect([sent, await axeViolations()]).toEqual([[], []])
    await pickTemplate(user, dialog)
    expect(within(dialog).queryByText('Choose a template first.')).toBeNull()
  })

  it('sends what was chosen, and starts with it the next time, for this account only', async () => {
    const first = await showDialog()
    await first.user.click(within(first.dialog).getByRole('radio', { name: /^Custom/ }))
    await pickTemplate(first.user, first.dialog)
    await first.user.click(within(first.dialog).getByRole('switch', { name: 'Tell speakers apart' }))
    await first.user.click(within(first.dialog).getByRole('combobox', { name: 'Model' }))
    await first.user.click(await screen.findByRole('option', { name: /Qwen 3/ }))
    await first.submit()
    await waitFor(() => expect(first.sent).toHaveLength(1))
    expect(first.sent[0]?.body).toMatchObject({ summ_type: 'INTERVIEW', summ_type_type: 'system' })
    expect(first.sent[0]?.info).toEqual({ diarization: 0, llm: 'qwen3', support_mul_summ: true })
    first.unmount()
    const second = await showDialog()
    expect(
      within(second.dialog)
        .getByRole('radio', { name: /^Custom/ })
        .getAttribute('aria-checked'),
    ).toBe('true')
    expect(within(second.dialog).getByRole('button', { name: /^Template/ }).textContent).toContain(INTERVIEW.name)
    expect((await within(second.dialog).findByRole('switch', { name: 'Tell speakers apart' })).getAttribute('aria-checked')).toBe(
      'false',
    )
    second.unmount()
    closeDialogs('generate')
    signInAs('u2')
    const other = await showDialog()
    expect(within(other.dialog).getByRole('radio', { name: /^Auto/ }).getAttribute('aria-checked')).toBe('true')
  })

  it('offers the multi-dimensional summary with its beta mark, in place of a template (B§3, B§7)', async () => {
    const { user, dialog, sent, submit } = await showDialog()
    await user.click(within(dialog).getByRole('radio', { name: /^Custom/ }))
    await user.click(await within(dialog).findByRole('switch', { name: /^Several parts/ }))
    expect(within(dialog).queryByRole('button', { name: /^Template/ })).toBeNull()
    const parts = within(dialog).getByRole('group', { name: 'Parts of the summary' })
    expect(
      within(parts)
        .getAllByRole('checkbox')
        .map((box) => box.getAttribute('aria-checked')),
    ).toEqual(Array(3).fill('true'))
    await user.click(within(parts).getByRole('checkbox', { name: 'Chapters · beta' }))
    expect(await axeViolations()).toEqual([])
    await submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ body: { summ_type: 'AUTO-SELECT' }, info: { dimensions: ['points', 'decisions'] } })
  })

  it('does not generate a multi-dimensional summary without a part', async () => {
    const { user, dialog, sent, submit } = await showDialog()
    await user.click(within(dialog).getByRole('radio', { name: /^Custom/ }))
    await user.click(await within(dialog).findByRole('switch', { name: /^Several parts/ }))
    for (const box of within(dialog).getAllByRole('checkbox')) await user.click(box)
    await submit()
    expect(await within(dialog).findByText('Choose at least one part.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('sends the spoken language, the language of the summary and the expected speakers', async () => {
    const { user, dialog, sent, submit } = await showDialog()
    await user.click(within(dialog).getByRole('radio', { name: /^Custom/ }))
    await pickTemplate(user, dialog)
    for (const [name, language] of [
      ['Spoken language', 'German'],
      ['Summary language', 'French'],
    ] as const) {
      await user.selectOptions(await within(dialog).findByRole('combobox', { name }), language)
    }
    await user.click(await within(dialog).findByRole('button', { name: 'change' }))
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Number of speakers' }), '2')
    await submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.info).toMatchObject({ language: 'de', summary_language: 'fr', diarization: 1, speakers: 2 })
  })

  it('does not tell speakers apart over three hours: a dialog shows and the switch stays off (B§5)', async () => {
    const { user, dialog } = await showDialog({ file: { duration: hours(3) + minutes(1) } })
    await user.click(within(dialog).getByRole('radio', { name: /^Custom/ }))
    const speakers = await within(dialog).findByRole('switch', { name: 'Tell speakers apart' })
    await user.click(speakers)
    expect(getOpenDialog('speakerLimit')).toEqual({ duration: hours(3) + minutes(1) })
    expect(speakers.getAttribute('aria-checked')).toBe('false')
  })

  it('uses the default of the server for a model that is no longer offered', async () => {
    localStorage.setItem(
      'earshot_u1_generate_choices',
      JSON.stringify({
        value: { method: 'custom', model: 'gone', template: { id: 'INTERVIEW', type: 'system', name: 'Interview' } },
        expires: null,
      }),
    )
    const { dialog, sent, submit } = await showDialog({ models: [AUTO_MODEL] })
    await waitFor(() => expect(within(dialog).getByRole('combobox', { name: 'Model' }).textContent).toContain('Auto'))
    await submit()
    await waitFor(() => expect(sent[0]?.info).toMatchObject({ llm: 'auto' }))
  })

  it('shows the hint about models once', async () => {
    const first = await showDialog()
    await first.user.click(within(first.dialog).getByRole('radio', { name: /^Custom/ }))
    expect(await screen.findByText(/^Auto uses the model that/)).toBeTruthy()
    first.unmount()
    closeDialogs('generate')
    const second = await showDialog()
    await second.user.click(within(second.dialog).getByRole('radio', { name: /^Custom/ }))
    await second.user.click(await within(second.dialog).findByRole('combobox', { name: 'Model' }))
    await screen.findByRole('option', { name: /Qwen 3/ })
    expect(screen.queryByText(/^Auto uses the model that/)).toBeNull()
  })

  it('says that the summary quotes the recording when no language model is set up', async () => {
    const { user, dialog } = await showDialog({ models: [AUTO_MODEL] })
    const auto = within(dialog).getByRole('radio', { name: /^Auto/ })
    await waitFor(() =>
      expect(auto.parentElement?.textContent).toContain('The summary quotes the recording, because no language model is set up.'),
    )
    expect(auto.parentElement?.textContent).not.toContain('template')
    await user.click(within(dialog).getByRole('radio', { name: /^Custom/ }))
    expect(await within(dialog).findByText(/^The summary quotes the recording, .* on this server\.$/)).toBeTruthy()
    expect(screen.queryByText(/^Auto uses the model that/)).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it.each([true, false])('shows auto as beta as the beta list says: %s', async (isBeta) => {
    const { dialog, queries } = await showDialog({ isBeta })
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(within(dialog).queryByText('beta') !== null).toBe(isBeta)
  })

  it('is closed by Esc without generating', async () => {
    const { user, sent } = await showDialog()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([])
  })

  it.each(LOCALES)('is translated to %s', async (locale) => {
    const { dialog, user } = await showDialog({ locale })
    await user.click(within(dialog).getAllByRole('radio')[1]!)
    await waitFor(() => expect(within(dialog).getAllByRole('switch')).toHaveLength(2))
    expect(dialog.textContent).not.toMatch(/[a-z]+_[a-z]+/)
    expect(await axeViolations()).toEqual([])
  })
})

describe('generating again', () => {
  it('transcribes again after saying what is replaced', async () => {
    const { dialog, sent, submit } = await showDialog({ hasTranscript: true, item: 'Transcribe again' })
    expect(dialog.textContent).toContain('The transcript and summary will be replaced, including any changes made to them.')
    await submit()
    await waitFor(() => expect(sent).toMatchObject([{ path: 'transsumm', body: { is_reload: 1, operate_type: 'reTranscribe' } }]))
  })

  it('summarizes again without asking about the transcription or for minutes (B§4)', async () => {
    const { user, dialog, sent, submit } = await showDialog({ hasTranscript: true })
    expect(dialog.textContent).toContain('The present text stays as an earlier version. No minutes are used.')
    await user.click(within(dialog).getByRole('radio', { name: /^Custom/ }))
    await within(dialog).findByRole('combobox', { name: 'Summary language' })
    expect(within(dialog).queryByRole('switch', { name: 'Tell speakers apart' })).toBeNull()
    expect(within(dialog).queryByRole('combobox', { name: 'Spoken language' })).toBeNull()
    await pickTemplate(user, dialog)
    await submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      path: 'chatllm',
      body: { type: 'INTERVIEW', type_type: 'system', post_id: expect.any(String) as string },
    })
    expect(sent[0]?.info).toEqual({ llm: 'auto', support_mul_summ: true })
  })

  it('generates everything for a recording that lost its transcript meanwhile', async () => {
    const { dialog, sent, submit } = await showDialog({ hasTranscript: true, file: { is_trans: false } })
    await within(dialog).findByRole('button', { name: 'Generate' })
    await submit()
    await waitFor(() => expect(sent).toMatchObject([{ path: 'transsumm', body: { is_reload: 0 } }]))
  })
})
