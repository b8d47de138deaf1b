import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { mockServer } from '#test/screens/mockServer.ts'
import { type TemplatesState, aTemplate, mockTemplates } from '#test/screens/mockTemplates.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { ReviewPane } from './ReviewPane.tsx'

const WAITING = aTemplate({
  id: 'w',
  name: 'Retro without blame',
  status: 'in_review',
  author_email: 'ines@example.org',
  version: 2,
})
const PUBLISHED = aTemplate({ id: 'p', name: 'Flat viewing' })

async function showPane(state: TemplatesState = {}) {
  const mock = mockTemplates({ templates: [WAITING, PUBLISHED], isReviewer: true, ...state })
  mockServer(mock.handlers)
  const view = await renderWithProviders(<ReviewPane />)
  await act(() => loadMessages('templates'))
  return { ...view, ...mock }
}

afterEach(() => vi.unstubAllGlobals())

describe('the review of templates (B§4)', () => {
  it('shows who submitted what, and publishes it after it was read', async () => {
    const { user, calls } = await showPane()
    const list = await screen.findByRole('list', { name: 'Waiting for review' })
    expect(list.textContent).toContain('Retro without blame')
    expect(list.textContent).toContain('Ines Moreau · ines@example.org · Interview · English · Version 2')
    const publish = within(list).getByRole('button', { name: 'Publish' })
    await user.click(publish)
    expect(calls).toEqual([])
    await user.click(within(list).getByRole('button', { name: 'Read instructions' }))
    expect(list.textContent).toContain('# In short')
    expect(await axeViolations()).toEqual([])
    await user.click(publish)
    await waitFor(() => expect(calls).toEqual([{ name: 'publish', body: { template_id: 'w', version: 2 } }]))
    expect(await screen.findByText('Nothing waits for review.')).toBeTruthy()
  })

  it('rejects with a comment for the author, which is required', async () => {
    const { user, calls } = await showPane()
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('Tell the author what has to change.')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'What has to change?' }), 'Name the sections.')
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(calls[0]?.body).toEqual({ template_id: 'w', version: 2, comment: 'Name the sections.' }))
  })

  it('says when the author has changed the template since', async () => {
    const { user } = await showPane({ refusal: -3 })
    await user.click(await screen.findByRole('button', { name: 'Read instructions' }))
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('The author has changed or withdrawn this template since.')).toBeTruthy()
  })

  it('takes down what is published', async () => {
    const { user } = await showPane()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'Published')
    const list = await screen.findByRole('list', { name: 'Published' })
    expect(within(list).getByRole('button', { name: 'Take down' })).toBeTruthy()
    expect(within(list).queryByRole('button', { name: 'Publish' })).toBeNull()
  })

  it('shows an error with a way to retry', async () => {
    await showPane({ isDown: true })
    expect((await screen.findByRole('alert')).textContent).toContain('The templates could not be loaded')
  })
})

describe('the reviewers', () => {
  it('are named and removed by the operator', async () => {
    const { user } = await showPane({ me: { is_operator: true } })
    const email = await screen.findByRole('textbox', { name: 'Email of an account' })
    await user.type(email, 'nobody@example.org')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('There is no account with this email address.')).toBeTruthy()
    await user.clear(email)
    await user.type(email, 'bo@example.org')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await user.click(await screen.findByRole('button', { name: 'Remove bo@example.org' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove bo@example.org' })).toBeNull())
  })

  it('are not shown to the reviewers themselves', async () => {
    await showPane()
    await screen.findByRole('list', { name: 'Waiting for review' })
    expect(screen.queryByText('Reviewers')).toBeNull()
  })
})
