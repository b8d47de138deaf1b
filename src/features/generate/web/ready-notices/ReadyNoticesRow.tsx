import { Switch } from '#ui/form/Switch.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { turnOffReadyNotices, turnOnReadyNotices, useReadyNotices } from './readyNotices.ts'

/** Whether this browser notifies when a recording is ready, or why it cannot. */
export function ReadyNoticesRow() {
  const t = useTranslations('generate')
  const { isOn, permission } = useReadyNotices()
  const hints = {
    default: t('notices_hint'),
    granted: t('notices_hint'),
    denied: t('notices_blocked'),
    insecure: t('notices_insecure'),
    unsupported: t('notices_unsupported'),
  }
  return (
    <div className="border-b border-line py-4 last:border-0">
      <Switch
        label={t('notices')}
        hint={hints[permission]}
        checked={isOn}
        disabled={permission !== 'default' && permission !== 'granted'}
        onChange={(next) => (next ? void turnOnReadyNotices() : turnOffReadyNotices())}
      />
    </div>
  )
}
