import { useTelemetry } from '#features/telemetry/web.tsx'
import { useConsent } from '#browser/monitoring/consent.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { useServerSettings } from './useServerSettings.ts'

/** Collects telemetry if the server has it on and the user allows it. */
export function SiteBackground() {
  const serverSettings = useServerSettings()
  const hasConsent = useConsent()
  useTelemetry({ isOn: serverSettings && serverSettings.telemetry && hasConsent, userId: currentAccountId() })
  return null
}
