import { useHasRecorder } from '#features/devices/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { useServerFacts } from '#features/site/web.tsx'
import { STORED } from '#ui/storage.ts'
import { comingDialog } from './comingDialog.tsx'
import type { DevicePromoScreenProps } from './DevicePromoScreen.tsx'
import { useOnce } from './useOnce.ts'

const DevicePromo = comingDialog<DevicePromoScreenProps>(
  'device_promo',
  async () => (await import('./DevicePromoScreen.tsx')).DevicePromoScreen,
)

/** The offer of a recorder, once for a user without a membership and without a recorder (A§6, B§2). */
export function DevicePromoPlace() {
  const me = useMe()
  const facts = useServerFacts()
  const { isDue, done } = useOnce(STORED.offers, me && !hasMembership(me.membership_type) ? me.id : undefined, 'device')
  const has = useHasRecorder({ asks: isDue })
  return <DevicePromo wants={isDue && has === false && facts !== undefined} mainSite={facts?.main_site ?? null} onClose={done} />
}
