import type { Ground } from '#platform/ground.ts'
import { MOST_DEVICES } from '../contract.ts'
import { type DeviceRecord, listDevices, lockDevices, upsertDevice } from './store.ts'

/** The recorder, new or under its new name; null when the user has as many as one may have and this is another. */
export async function addDevice(
  ground: Ground,
  userId: string,
  draft: Pick<DeviceRecord, 'sn' | 'name' | 'model' | 'version_number'>,
): Promise<DeviceRecord | null> {
  return ground.inOneStep(async (step) => {
    await lockDevices(step, userId)
    const there = await listDevices(step, userId)
    if (there.length >= MOST_DEVICES && !there.some(({ sn }) => sn === draft.sn)) return null
    const device = await upsertDevice(step, { user_id: userId, ...draft, added_at: step.clock.now() })
    await step.live.tell({ userId, topic: 'devices', id: device.sn })
    return device
  })
}
