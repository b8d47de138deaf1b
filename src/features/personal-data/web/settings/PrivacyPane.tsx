import { Link } from '@tanstack/react-router'
import { ConsentRows } from '#features/account/web.tsx'
import { RetentionRows } from '#features/retention/web.tsx'
import { useServerSettings } from '#features/site/web.tsx'
import { buttonClass } from '#ui/button/Button.tsx'
import { useConsent } from '#browser/monitoring/consent.ts'
import { SettingGroup, SettingRow } from '#ui/settings/SettingRow.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { DeleteAccountRow } from './DeleteAccountRow.tsx'
import { ExportMyData } from './ExportMyData.tsx'

/** Consents, data sent to other servers, how long data is kept, the personal data export and the deletion of the account. */
export function PrivacyPane() {
  const t = useTranslations('personal-data')
  const serverSettings = useServerSettings()
  const allowsStatistics = useConsent()
  return (
    <>
      <SettingGroup title={t('group_privacy')}>
        <ConsentRows />
        <SettingRow title={t('third_parties')} hint={useThirdParties()} />
        <SettingRow
          title={t('telemetry')}
          hint={t(!serverSettings?.telemetry ? 'telemetry_off' : allowsStatistics ? 'telemetry_on' : 'telemetry_not_allowed')}
        >
          {serverSettings?.telemetry && (
            <Link to="/cookie-policy" className={buttonClass()}>
              {t('telemetry_change')}
            </Link>
          )}
        </SettingRow>
      </SettingGroup>
      <SettingGroup title={t('group_data')}>
        <RetentionRows />
        <SettingRow title={t('export')} hint={t('export_hint')}>
          <ExportMyData />
        </SettingRow>
        <DeleteAccountRow />
      </SettingGroup>
    </>
  )
}

/** Returns a text on what other machines receive of recordings. */
function useThirdParties(): string {
  const t = useTranslations('personal-data')
  const settings = useServerSettings()
  if (!settings) return '…'
  const { leaves_server: leaves, speech_server: host } = settings
  if (leaves.length === 0) return t('third_parties_none')
  if (leaves.length === 1 && leaves[0] === 'texts') return t('third_parties_text')
  const sentences = {
    audio: t('third_parties_audio', { host: host ?? '' }),
    texts: t('third_parties_transcripts'),
    storage: t('third_parties_storage'),
  }
  return leaves.map((what) => sentences[what]).join(' ')
}
