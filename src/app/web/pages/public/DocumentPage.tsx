import { EmptyState } from '#ui/EmptyState.tsx'
import type { DocumentName } from './documents.ts'

/** A page of text in the reader's language: policies, help, documentation (A§2). */
export function DocumentPage({ name }: { name: DocumentName }) {
  return <EmptyState>{name}</EmptyState>
}
