import { Button } from '#ui/Button.tsx'
import { useExplain } from '#ui/useExplain.ts'
import { useWords } from '#ui/words.ts'
import type { Arrived } from './useLanding.ts'

/** Shown above the form: why the sign-in with an identity provider did not succeed. */
export function LandingNotice({ arrived }: { arrived: Arrived }) {
  const t = useWords('account')
  const ours = useWords('ui')
  const explain = useExplain()
  if (arrived.state === 'none' || arrived.state === 'arriving') return null
  const { text, requestId } =
    arrived.state === 'refused' ? { text: t(wordOf(arrived.trouble)), requestId: undefined } : explain(arrived.error)
  return (
    <div role="status" className="grid justify-items-start gap-2 rounded-md bg-sunken px-3 py-2.5 text-sm text-ink">
      <p>{text}</p>
      {requestId && <p className="font-mono text-xs break-all text-ink2 select-all">{ours('request_id', { id: requestId })}</p>}
      {arrived.state === 'failed' && (
        <Button size="sm" onClick={arrived.again}>
          {ours('try_again')}
        </Button>
      )}
    </div>
  )
}

const TROUBLES = {
  denied: 'sso_denied',
  failed: 'sso_failed',
  closed: 'sso_closed',
  expired: 'sso_expired',
  unreachable: 'sso_unreachable',
  busy: 'sso_busy',
  ticket_gone: 'Login_ticket_gone',
} as const

/** Unknown error codes come from the URL, so they are never shown. */
const wordOf = (trouble: string) => (Object.hasOwn(TROUBLES, trouble) ? TROUBLES[trouble as keyof typeof TROUBLES] : 'sso_failed')
