import i18next from 'i18next'
import { seconds } from '#kit/units.ts'
import { after } from '#ui/time.ts'
import { raiseToast } from '#ui/toastQueue.ts'
import { mayLeave } from './mayLeave.ts'
import { reloadIntoNewVersion } from './reloadIntoNewVersion.ts'

/** `update_ready`: it waits; `update_installed`: it is in force, and this page is of the one before. */
export type WhyReload = 'update_ready' | 'update_installed'

const LOOK_AGAIN = seconds(5)

/** Offers a reload, never forces one; while an upload is under way it waits, since a reload would end it. */
export function offerReload(why: WhyReload): void {
  if (!mayLeave()) return void after(LOOK_AGAIN, () => offerReload(why))
  raiseToast({
    id: 'new-version',
    text: i18next.t(why, { ns: 'app' }),
    tone: 'plain',
    actions: [{ label: i18next.t('reload', { ns: 'app' }), run: () => void reloadIntoNewVersion() }],
    requestId: undefined,
    ms: 0,
  })
}
