import { useNavigate, useSearch } from '@tanstack/react-router'

/** The thread that the address names, and what opens another one. */
export function useCurrentThread(): [string | null, (threadId: string | null, options?: { replace?: boolean }) => void] {
  const { thread = null } = useSearch({ from: '/main/ask' })
  const navigate = useNavigate()
  return [
    thread,
    (threadId, { replace = false } = {}) =>
      void navigate({ to: '/ask', search: threadId === null ? {} : { thread: threadId }, replace }),
  ]
}
