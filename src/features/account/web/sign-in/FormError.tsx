import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import type { FormErrors } from './fieldErrors.ts'

/** Errors of the whole form, with the request id of a failure. Always rendered, so that screen readers announce changes. */
export function FormError({ errors }: { errors: FormErrors }) {
  const t = useTranslations('account')
  const tUi = useTranslations('ui')
  const explain = useExplainError()
  const messageKey = errors.fieldErrors.form
  const hasFailed = !messageKey && errors.failure !== undefined
  const { text, requestId } = hasFailed ? explain(errors.failure) : { text: messageKey && t(messageKey), requestId: undefined }
  return (
    <div role="alert" className={text ? 'grid gap-1 rounded-md bg-signal-soft px-3 py-2 text-sm text-signal' : 'hidden'}>
      {text && <p>{text}</p>}
      {requestId && <p className="font-mono text-xs break-all select-all">{tUi('request_id', { id: requestId })}</p>}
    </div>
  )
}

/** Formats how long to wait: in minutes and seconds (`1 min 30 s`), from ten minutes on rounded up to minutes. */
export function useFormatWait(): (seconds: number | undefined) => string {
  const { duration } = useFormat()
  return (seconds = 0) => {
    if (seconds < 60) return duration(seconds)
    if (seconds >= 600) return duration(Math.ceil(seconds / 60) * 60)
    const rest = seconds % 60
    return rest === 0 ? duration(seconds) : `${duration(seconds - rest)} ${duration(rest)}`
  }
}
