import { Button } from '#ui/button/Button.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SsoState } from './useSsoResult.ts'

/** Shown above the form: why the sign-in with an identity provider did not succeed. */
export function SsoErrorNotice({ ssoState }: { ssoState: SsoState }) {
  const t = useTranslations('account')
  const tUi = useTranslations('ui')
  const explain = useExplainError()
  if (ssoState.state === 'none' || ssoState.state === 'arriving') return null
  const { text, requestId } =
    ssoState.state === 'refused' ? { text: t(messageKeyOf(ssoState.trouble)), requestId: undefined } : explain(ssoState.error)
  return (
    <div role="status" className="grid justify-items-start gap-2 rounded-md bg-sunken px-3 py-2.5 text-sm text-ink">
      <p>{text}</p>
      {requestId && <p className="font-mono text-xs break-all text-ink2 select-all">{tUi('request_id', { id: requestId })}</p>}
      {ssoState.state === 'failed' && (
        <Button size="sm" onClick={ssoState.retry}>
          {tUi('try_again')}
        </Button>
      )}
    </div>
  )
}

const MESSAGE_BY_ERROR = {
  denied: 'sso_denied',
  failed: 'sso_failed',
  closed: 'sso_closed',
  expired: 'sso_expired',
  unreachable: 'sso_unreachable',
  busy: 'sso_busy',
  ticket_gone: 'Login_ticket_gone',
} as const

/** Unknown error codes come from the URL, so they are never shown. */
const messageKeyOf = (errorCode: string) =>
  Object.hasOwn(MESSAGE_BY_ERROR, errorCode) ? MESSAGE_BY_ERROR[errorCode as keyof typeof MESSAGE_BY_ERROR] : 'sso_failed'
