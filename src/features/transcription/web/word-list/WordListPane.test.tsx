import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MembershipContext, type MembershipState } from '#features/membership/web.tsx'
import { foldersContract } from '#features/folders/contract.ts'
import { aMembership } from '#test/screens/aMembership.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { wordListContract, type TermSuggestion, type WordListTerm } from '../../contract.ts'
import { WordListPane } from './WordListPane.tsx'

const FOLDERS = ['Research interviews', 'Lectures'].map((name, index) => ({
  id: `folder${index + 1}`,
  name,
  color: '#4c8eff',
  icon: 'folder',
}))
const idOf = (n: number) => String(n).repeat(32)
const term = (n: number, name: string, change: Partial<WordListTerm> = {}): WordListTerm => ({
  id: idOf(n),
  folder_id: null,
  term: name,
  sounds_like: [],
  is_enabled: true,
  corrections: 0,
  corrected_time: null,
  created_time: 1_795_000_000,
  ...change,
})
const BWERA = term(1, 'Bwera', { sounds_like: ['beware a', 'Bewara'], corrections: 3, corrected_time: 1_795_000_000 })
const KASESE: TermSuggestion = { id: idOf(9), folder_id: 'folder1', term: 'Kasese', sounds_like: "Casey's", corrections: 5 }

const membershipState = (tier: 'starter' | 'pro' = 'pro'): MembershipState => ({
  membership: aMembership({ membership_type: tier }),
  error: null,
  retry: () => {},
  retrying: false,
})

/** A server with one word list, which records the changes. */
function createServer(start: WordListTerm[], suggestions: TermSuggestion[] = []) {
  const server = { terms: start, suggestions, isLearning: true, calls: [] as unknown[], fails: false }
  const ignored = new Set<string>()
  const record = (call: unknown) => {
    if (server.fails) throw new MockError(503)
    server.calls.push(call)
  }
  mockServer([
    handle(foldersContract.list, () => ({ data_filetag_total: FOLDERS.length, data_filetag_list: FOLDERS })),
    handle(wordListContract.terms, () => ({ data: server.terms.toSorted((a, b) => (a.term < b.term ? -1 : 1)) })),
    handle(wordListContract.suggestions, () => ({
      data: {
        suggestions: server.isLearning ? server.suggestions.filter(({ id }) => !ignored.has(id)) : [],
        is_learning: server.isLearning,
      },
    })),
    handle(wordListContract.addTerm, ({ body }) => {
      record(body)
      if (server.terms.some((row) => row.term === body.term && row.folder_id === body.folder_id)) throw new MockError(-2, 'known')
      const { is_learnt: _, ...added } = body
      const data = { ...term(server.terms.length + 1, body.term), ...added }
      server.terms = [...server.terms, data]
      server.suggestions = server.suggestions.filter((suggestion) => suggestion.term !== body.term)
      return { data }
    }),
    handle(wordListContract.importTerms, ({ body }) => {
      record(body)
      return { data: { added: body.terms.length, changed: 0 } }
    }),
    handle(wordListContract.changeSettings, ({ body }) => {
      record(body)
      server.isLearning = body.is_learning
      return {}
    }),
    handle(wordListContract.changeTerm, ({ params, body }) => {
      record(body)
      server.terms = server.terms.map((row) => (row.id === params.term_id ? Object.assign({}, row, body) : row))
      return { data: server.terms.find(({ id }) => id === params.term_id)! }
    }),
    handle(wordListContract.removeTerm, ({ params }) => {
      record('remove')
      server.terms = server.terms.filter(({ id }) => id !== params.term_id)
      return {}
    }),
    handle(wordListContract.changeSuggestion, ({ params, body }) => {
      record(body)
      if (body.is_ignored) ignored.add(params.suggestion_id)
      else ignored.delete(params.suggestion_id)
      return {}
    }),
  ])
  return server
}

async function renderPane(terms: WordListTerm[], suggestions?: TermSuggestion[], tier?: 'starter' | 'pro') {
  const server = createServer(terms, suggestions)
  await loadMessages('word-list', 'transcription')
  const view = await renderWithProviders(
    <MembershipContext value={membershipState(tier)}>
      <WordListPane />
    </MembershipContext>,
  )
  await screen.findByRole('button', { name: /^Everywhere \d/ })
  await screen.findAllByRole('button', { name: /Add a folder$/ })
  return { ...view, server }
}

const shownTerms = () => within(screen.getByRole('list', { name: 'Terms' })).queryAllByRole('listitem')
const scope = (name: RegExp) => screen.findByRole('button', { name })

afterEach(() => vi.unstubAllGlobals())

describe('the word list', () => {
  it('shows what a term sounds like, what it was learnt from, and the lists of folders', async () => {
    const { user } = await renderPane([BWERA, term(2, 'Okafor', { folder_id: 'folder1', is_enabled: false })])
    expect(shownTerms()[0]!.textContent).toMatch(/^Bwerabeware a, Bewara3 corrections · /)
    expect(await axeViolations()).toEqual([])
    await user.click(await scope(/^Research interviews 1$/))
    expect(shownTerms()[0]!.textContent).toContain('OkaforAdded by you')
    expect(screen.getByRole('switch', { name: 'Use Okafor' }).getAttribute('aria-checked')).toBe('false')
    await user.click(screen.getByRole('button', { name: 'Add a folder' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Lectures' }))
    expect((await scope(/^Lectures 0$/)).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByText(/^No terms yet/)).toBeTruthy()
  })

  it('adds terms one after another, and says when one is on the list already', async () => {
    const { user, server } = await renderPane([BWERA])
    const field = screen.getByRole('textbox', { name: 'Write' })
    await user.type(field, 'Kasese{Tab}Casey’s, cases{Enter}')
    await waitFor(() => expect(shownTerms()).toHaveLength(2))
    expect(server.calls[0]).toMatchObject({ term: 'Kasese', sounds_like: ['Casey’s', 'cases'], folder_id: null })
    expect(document.activeElement).toBe(field)
    await user.type(field, 'Bwera{Enter}')
    expect(await screen.findByText('This term is already on the list.')).toBeTruthy()
    await user.clear(field)
    await user.type(field, 'Masindi')
    await user.type(screen.getByRole('textbox', { name: 'When it sounds like' }), `${'a'.repeat(101)}{Enter}`)
    expect(await screen.findByText(/At most 20 entries with 100 characters/)).toBeTruthy()
    expect(server.calls).toHaveLength(2)
  })

  it('changes a term in place with the keyboard', async () => {
    const { user, server } = await renderPane([BWERA])
    screen.getByRole('button', { name: 'Edit Bwera' }).focus()
    await user.keyboard('{Enter}')
    const form = within(shownTerms()[0]!)
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Write' }))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Bwera' }))
    await user.keyboard('{Enter}')
    await user.clear(within(shownTerms()[0]!).getByRole('textbox', { name: 'When it sounds like' }))
    await user.keyboard('beware{Enter}')
    await waitFor(() => expect(server.calls).toEqual([{ term: 'Bwera', sounds_like: ['beware'] }]))
    await waitFor(() => expect(shownTerms()[0]!.textContent).toContain('beware'))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Bwera' }))
  })

  it('removes a term, and undoes it as it was', async () => {
    const { user, server } = await renderPane([BWERA])
    await user.click(screen.getByRole('button', { name: 'Edit Bwera' }))
    await user.click(screen.getByRole('button', { name: 'Remove Bwera' }))
    await waitFor(() => expect(shownTerms()).toHaveLength(0))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Write' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(shownTerms()).toHaveLength(1))
    const { sounds_like, corrections, corrected_time } = BWERA
    expect(server.calls.at(-1)).toMatchObject({ term: 'Bwera', sounds_like, corrections, corrected_time })
  })

  it('takes a switch back when it could not be saved', async () => {
    const { user, server } = await renderPane([BWERA])
    const toggle = () => screen.getByRole('switch', { name: 'Use Bwera' })
    await user.click(toggle())
    await waitFor(() => expect(server.calls).toEqual([{ is_enabled: false }]))
    server.fails = true
    await user.click(toggle())
    expect((await screen.findAllByText(/The change could not be saved/)).length).toBeGreaterThan(0)
    await waitFor(() => expect(toggle().getAttribute('aria-checked')).toBe('false'))
  })

  it('offers corrections for the folder or everywhere, and ignores them', async () => {
    const bwera = { ...KASESE, id: idOf(8), term: 'Bwera', sounds_like: 'Beware', folder_id: null, corrections: 1 }
    const { user, server } = await renderPane([], [KASESE, bwera])
    const suggestion = (name: string) => within(screen.getByRole('listitem', { name }))
    expect(suggestion('Kasese').getByText('Corrected 5 times in Research interviews')).toBeTruthy()
    await user.click(suggestion('Bwera').getByRole('button', { name: 'Ignore' }))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Bwera' })).toBeNull())
    await waitFor(() => expect(server.calls).toEqual([{ is_ignored: true }]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.calls.at(-1)).toEqual({ is_ignored: false }))
    await user.click(await scope(/^Research interviews/))
    expect(suggestion('Kasese').getByText('Corrected 5 times in this folder')).toBeTruthy()
    await user.click(suggestion('Kasese').getByRole('button', { name: 'This folder' }))
    await waitFor(() => expect(shownTerms()[0]!.textContent).toContain("KaseseCasey's"))
    expect(server.calls.at(-1)).toMatchObject({ term: 'Kasese', folder_id: 'folder1', is_learnt: true })
  })

  it('does not learn when the user does not want to be asked', async () => {
    const { user, server } = await renderPane([], [KASESE])
    await user.click(screen.getByRole('switch', { name: 'Learn from my corrections' }))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Kasese' })).toBeNull())
    await waitFor(() => expect(server.calls).toEqual([{ is_learning: false }]))
  })

  it('finds terms by what they sound like', async () => {
    const { user } = await renderPane([BWERA, term(2, 'Okafor')])
    await user.type(screen.getByRole('searchbox', { name: 'Find a word' }), 'bewara')
    await waitFor(() => expect(shownTerms()).toHaveLength(1))
    await user.type(screen.getByRole('searchbox', { name: 'Find a word' }), 'x')
    expect(await screen.findByText('No matches')).toBeTruthy()
  })

  it('imports a file and exports the same', async () => {
    const { user, server } = await renderPane([BWERA])
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
    await user.click(screen.getByRole('button', { name: 'Export' }))
    expect(await blobs[0]!.text()).toBe('Bwera,beware a,Bewara\r\n')
    const file = new File([blobs[0]!, 'Kasese;"Casey\'s, cases"\n', `${'x'.repeat(101)}\n`], 'list.csv', { type: 'text/csv' })
    await user.upload(screen.getByLabelText('Import', { selector: 'input' }), file)
    expect(await screen.findByText('2 terms imported. 1 line was too long.')).toBeTruthy()
    const terms = [
      { term: 'Bwera', sounds_like: ['beware a', 'Bewara'] },
      { term: 'Kasese', sounds_like: ["Casey's, cases"] },
    ]
    expect(server.calls).toEqual([{ folder_id: null, terms }])
    await user.upload(
      screen.getByLabelText('Import', { selector: 'input' }),
      new File(['\n'], 'empty.txt', { type: 'text/plain' }),
    )
    expect(await screen.findByText('No terms were found in this file.')).toBeTruthy()
  })

  it('can be read and shortened, but not extended, in a plan without it (A§6)', async () => {
    const { user, server } = await renderPane([BWERA], [{ ...KASESE, folder_id: null }], 'starter')
    expect(screen.getByText('Your plan does not include a word list. These terms are kept, but not used.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
    expect(screen.queryByText('Kasese')).toBeNull()
    expect(shownTerms()).toHaveLength(1)
    await user.click(screen.getByRole('switch', { name: /Bwera/ }))
    await waitFor(() => expect(server.calls).toHaveLength(1))
    expect(await axeViolations()).toEqual([])
  })
})
