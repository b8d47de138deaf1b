import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Locale } from '#shared/locales.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createRecording } from '#test/screens/createRecording.ts'
import { WithMembership } from '#test/screens/FeatureScreen.tsx'
import { MockError, mockServer } from '#test/screens/mockServer.ts'
import { type TemplatesState, aForm, aTemplate, mockTemplates } from '#test/screens/mockTemplates.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import type { TemplateItem } from '../../contract.ts'
import { TemplateEditor } from './TemplateEditor.tsx'
import { getAuthorEmail } from './draft.ts'
import { findShareErrors } from './validation.ts'

const RECORDING = createRecording({ is_trans: true })
const INSTRUCTIONS = '# Themes\nFive at most, the one spoken of longest first.'

type Options = Partial<TemplatesState> & { template?: TemplateItem; locale?: Locale }

async function showEditor({ template, locale = 'en_US', ...state }: Options = {}) {
  signInAs('u1')
  const closed = vi.fn<() => void>()
  const mock = mockTemplates({ me: { membership_type: 'pro' }, files: [RECORDING], authorEmail: 'lena@example.org', ...state })
  mockServer(mock.handlers)
  const editor = (open: boolean) => (
    <WithMembership>
      <TemplateEditor open={open} onClose={closed} template={template ?? null} />
    </WithMembership>
  )
  const view = await renderWithProviders(editor(true), { locale })
  await act(() => loadMessages('templates'))
  const dialog = await screen.findByRole('dialog')
  return { ...view, ...mock, closed, dialog, setOpen: (open: boolean) => view.rerender(editor(open)) }
}

const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
type User = Awaited<ReturnType<typeof showEditor>>['user']
async function write(user: User): Promise<void> {
  await user.type(field('Name'), 'Field interview')
  await user.click(field('Instructions'))
  await user.paste(INSTRUCTIONS)
}
async function fillShareStep(user: User): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Share with the community…' }))
  await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'Themes with evidence.')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Interview')
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('writing a template', () => {
  it('saves name, instructions, icon, colour and category, and says so (B§8)', async () => {
    const { user, dialog, calls, closed } = await showEditor()
    expect(await axeViolations()).toEqual([])
    await write(user)
    expect(dialog.textContent).toContain(`${'Field interview'.length} / 255`)
    expect(dialog.textContent).toContain(`${INSTRUCTIONS.length} / 5,000`)
    await user.click(screen.getByRole('button', { name: 'Purple' }))
    await user.click(screen.getByRole('button', { name: 'Choose an icon' }))
    await user.click(await screen.findByRole('button', { name: 'map pin' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Meeting')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    const look = { icon: 'map-pin', icon_color: 'purple', category: 'cat_meeting' }
    expect(calls).toEqual([
      { name: 'create', body: { name: 'Field interview', content: INSTRUCTIONS, language_os: 'en_US', ...look } },
    ])
    expect(await screen.findByText('Saved')).toBeTruthy()
  })

  it('says what is missing or too long, and goes there (B§5)', async () => {
    const { user, calls } = await showEditor()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Give the template a name.')).toBeTruthy()
    expect(screen.getByText('Write what the template should produce.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Name'))
    await user.click(field('Name'))
    await user.paste('x'.repeat(256))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('This is too long. Shorten it.')).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('inserts fields that are removed and passed as one', async () => {
    const { user } = await showEditor()
    await user.click(field('Instructions'))
    await user.keyboard('With ')
    await user.click(screen.getByRole('button', { name: 'Speakers' }))
    const instructions = field('Instructions')
    expect(instructions.value).toBe('With {{Speakers}}')
    await waitFor(() => expect(instructions.selectionStart).toBe('With {{Speakers}}'.length))
    await user.keyboard('{ArrowLeft}only ')
    expect(instructions.value).toBe('With only {{Speakers}}')
    await user.keyboard('{ArrowRight}.{Backspace}{Backspace}')
    expect(instructions.value).toBe('With only ')
  })

  it('shows fields in the language of the reader and stores them under one name', async () => {
    const template = aTemplate({ id: 't1', name: 'Interview', custom_type: 'custom', content: 'Mit {{Speakers}}.' })
    const { user, calls } = await showEditor({ templates: [template], template, locale: 'de_DE' })
    const instructions = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Anweisungen' })
    expect(instructions.value).toBe('Mit {{Sprecher}}.')
    await user.click(instructions)
    await user.keyboard(' Am ')
    await user.click(screen.getByRole('button', { name: 'Datum' }))
    await user.paste(', {{Length}} lang')
    expect(instructions.value).toBe('Mit {{Sprecher}}. Am {{Datum}}, {{Länge}} lang')
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}')
    expect(instructions.value).toBe('Mit {{Sprecher}}. Am {{Datum}},  lang')
    await user.click(screen.getByRole('button', { name: 'Speichern' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]).toMatchObject({ name: 'change', body: { content: 'Mit {{Speakers}}. Am {{Date}},  lang' } })
  })

  it('is refused at the limit of the plan (B§6: -2)', async () => {
    const { user, closed } = await showEditor({ refusal: -2 })
    await write(user)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(
      (await screen.findAllByText('You have as many templates as your plan allows. Delete one first.')).length,
    ).toBeGreaterThan(0)
    expect(closed).not.toHaveBeenCalled()
  })

  it('says quietly that the plan includes none (B§6: -1)', async () => {
    const { user, dialog } = await showEditor({ refusal: -1 })
    await write(user)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('Your plan does not include templates of your own.')).toBeTruthy()
    expect(document.querySelector('[data-toast]')).toBeNull()
  })

  it('keeps the text when the dialog is closed by accident, until it is discarded', async () => {
    const { user, setOpen, closed } = await showEditor()
    await write(user)
    await user.keyboard('{Escape}')
    expect(closed).toHaveBeenCalledOnce()
    setOpen(false)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    setOpen(true)
    expect(await screen.findByText('This was not saved last time.')).toBeTruthy()
    expect(field('Instructions').value).toBe(INSTRUCTIONS)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field('Instructions').value).toBe('')
  })

  it('changes an own template', async () => {
    const template = aTemplate({ id: 'own', name: 'Field notes', custom_type: 'custom', content: INSTRUCTIONS })
    const { user, calls } = await showEditor({ template, templates: [template] })
    await user.type(field('Name'), ' 2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls[0]).toMatchObject({ name: 'change', body: { name: 'Field notes 2' } }))
  })
})

describe('sharing with the community (B§2, B§4)', () => {
  it('asks for description, category and address, confirms, and says what happens next', async () => {
    const { user, calls, closed } = await showEditor()
    await write(user)
    await fillShareStep(user)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email for the reviewer' }).value).toBe('lena@example.org')
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('heading', { name: 'Check before you submit' })).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    const done = await screen.findByRole('dialog', { name: 'Template submitted' })
    expect(calls[0]).toMatchObject({
      name: 'submit',
      body: {
        title: 'Field interview',
        description: 'Themes with evidence.',
        category: 'cat_interview',
        author_email: 'lena@example.org',
      },
    })
    await user.click(within(done).getByRole('button', { name: 'Done' }))
    expect(closed).toHaveBeenCalledOnce()
  })

  it('has a message for each field that is missing (B§5)', async () => {
    const { user } = await showEditor({ authorEmail: '' })
    await write(user)
    await user.click(screen.getByRole('button', { name: 'Share with the community…' }))
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    for (const text of [
      'Describe the template in one sentence.',
      'Choose a category.',
      'Enter an email address that can receive mail.',
    ])
      expect(await screen.findByText(text)).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Email for the reviewer' }), 'lena@')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('This is not an email address.')).toBeTruthy()
  })

  it('counts the relay address of a provider as none (B§5)', async () => {
    const { user } = await showEditor({ authorEmail: 'apple-123@relay.invalid' })
    await write(user)
    await user.click(screen.getByRole('button', { name: 'Share with the community…' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email for the reviewer' })).value).toBe('')
  })

  it.each([
    ['google-123@localhost', 'Enter an email address that can receive mail.'],
    ['apple-123@localhost', 'Enter an email address that can receive mail.'],
    ['apple-123@relay.invalid', 'Enter an email address that can receive mail.'],
    ['apple-pie@example.org', undefined],
    ['google-fan@example.org', undefined],
  ])('asks for another address than %s only where that is a relay (B§5)', (address, message) => {
    const { email } = findShareErrors({ description: 'Themes', category: 'cat_legal' }, address)
    expect(email).toBe(message && 'email_required')
    expect(getAuthorEmail('u1', address)).toBe(message ? '' : address)
  })

  it('returns to the text when it may not be submitted, and says why', async () => {
    const { user } = await showEditor({ refusal: -21 })
    await write(user)
    await fillShareStep(user)
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('The text has links or addresses. Remove them before you share it.')).toBeTruthy()
    expect(field('Instructions').value).toBe(INSTRUCTIONS)
  })

  it('submits a new version of a community template', async () => {
    const template = aTemplate({ id: 'c1', name: 'Retro', is_mine: true, author_email: 'lena@example.org' })
    const { user, calls } = await showEditor({ template, templates: [template] })
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: 'Submit' }))
    await screen.findByRole('dialog', { name: 'Template submitted' })
    expect(calls[0]).toMatchObject({ name: 'resubmit', body: { template_id: 'c1', title: 'Retro' } })
  })
})

describe('trying a template that is being written', () => {
  it('runs the text on the recording opened last, and names the engine', async () => {
    const extractive = aForm({ engine: { kind: 'extractive', id: 'x' } })
    const { user, dialog, calls } = await showEditor({ attempt: () => extractive })
    await write(user)
    expect(await within(dialog).findByText('Interview with Dr. Okafor · 48 min')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Try' }))
    expect(await within(dialog).findByText('The nurses stayed.')).toBeTruthy()
    expect(dialog.textContent).toContain('Without a language model · used no minutes')
    expect(calls[0]?.body).toEqual({ file_id: RECORDING.id, name: 'Field interview', content: INSTRUCTIONS })
  })

  it('needs instructions and a transcript', async () => {
    const { user, dialog, calls } = await showEditor({ files: [] })
    await user.click(await within(dialog).findByRole('button', { name: 'Try' }))
    expect(calls).toEqual([])
    expect(within(dialog).getAllByText('No recording has a transcript yet.').length).toBeGreaterThan(0)
  })

  it('says why a try failed', async () => {
    const attempt = () => {
      throw new MockError(-900_110)
    }
    const { user, dialog } = await showEditor({ attempt })
    await write(user)
    await user.click(await within(dialog).findByRole('button', { name: 'Try' }))
    const alert = await within(dialog).findByRole('alert')
    expect(alert.textContent).toContain('The language model did not answer. Try again.')
  })
})
