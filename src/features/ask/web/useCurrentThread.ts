import { useNavigate, useSearch } from '@tanstack/react-router'

/** The thread that the address names, and what opens another one. */
export function useCurrentThread(): [string | null, (threadId: string | null, options?: { replace?: boolean }) => void] {
  const { thread } = useSearch({ strict: false }) as { thread?: string }
  const navigate = useNavigate()
  const isId = thread !== undefined && /^[0-9a-f]{32}$/.test(thread)
  return [
    isId ? thread : null,
    (threadId, { replace = false } = {}) =>
      void navigate({ to: '/ask', search: threadId === null ? {} : { thread: threadId }, replace }),
  ]
}
