import type { QueryClient } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { notesContract } from '../contract.ts'

/** The typed HTTP client of the notes contract. */
export const notes = client('notes', notesContract, send)

/** Invalidates the notes of all recordings. */
export function invalidateNotes(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: notes.queryNote.key() })
  void queries.invalidateQueries({ queryKey: notes.openTodos.key() })
}
