import type { ReactNode } from 'react'
import { fetchTranscriptHistory } from '#features/generate/web.tsx'
import { MembershipContext, TranscriptHistoryContext } from '#features/membership/web.tsx'
import { useOwnMembership } from '#features/profile/web.tsx'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import type { Locale } from '#shared/locales.ts'
import { type MembershipState, mockMembershipServer } from './mockMembershipServer.ts'
import { renderWithProviders } from './renderWithProviders.tsx'
import { withRouter } from './withRouter.tsx'

type RenderOptions = { initialUrl?: string; locale?: Locale }

/** Renders a membership screen with the mock server, as the main layout does. Reset with `vi.unstubAllGlobals()`. */
export async function renderMembership(
  element: ReactNode,
  state: MembershipState = {},
  { initialUrl = '/', locale }: RenderOptions = {},
) {
  const { requests } = mockMembershipServer(state)
  const { page, address } = withRouter(<ProvidedMembership>{element}</ProvidedMembership>, initialUrl)
  const view = await renderWithProviders(page, locale ? { locale } : {})
  await Promise.all([loadNamespace('membership'), loadNamespace('site')])
  return { ...view, requests, address }
}

/** Provides the membership of the user that the mock server returns, and the transcription history. */
function ProvidedMembership({ children }: { children: ReactNode }) {
  return (
    <MembershipContext value={useOwnMembership()}>
      <TranscriptHistoryContext value={fetchTranscriptHistory}>{children}</TranscriptHistoryContext>
    </MembershipContext>
  )
}
