import { afterEach, beforeEach, expect, it } from 'vitest'
import { signInAs } from '#test/screens/signInAs.ts'
import { clearToken } from '../session/token.ts'
import { hasDrafts, readDraft, removeDraft, removeDrafts, storeDraft } from './drafts.ts'

beforeEach(() => signInAs('anna'))
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('stores a draft for the signed-in account', () => {
  storeDraft('note', 'Half a sentence')
  expect(readDraft('note')).toBe('Half a sentence')
  signInAs('ben')
  expect(readDraft('note')).toBeUndefined()
  removeDraft('note')
  signInAs('anna')
  expect(readDraft('note')).toBe('Half a sentence')
  removeDraft('note')
  expect(readDraft('note')).toBeUndefined()
})

it('keeps drafts when the session expires, and stores nothing without an account', () => {
  storeDraft('note', 'Half a sentence')
  clearToken()
  storeDraft('other', 'typed by nobody')
  expect(readDraft('note')).toBeUndefined()
  expect(Object.keys(localStorage)).toEqual(['earshot_anna_draft_note'])
  signInAs('anna')
  expect(readDraft('note')).toBe('Half a sentence')
})

it('removes all drafts of an account, including those of this tab', () => {
  storeDraft('note', 'Half a sentence')
  storeDraft('post', 'a new note', { area: 'session' })
  signInAs('ben')
  storeDraft('note', 'Of Ben')
  expect([hasDrafts('anna'), hasDrafts('ben'), hasDrafts('carl')]).toEqual([true, true, false])
  removeDrafts('anna')
  expect([hasDrafts('anna'), hasDrafts('ben')]).toEqual([false, true])
  expect([Object.keys(localStorage).filter((key) => key.includes('anna')), Object.keys(sessionStorage)]).toEqual([[], []])
})
