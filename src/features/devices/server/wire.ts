import type { DeviceRecord } from './store.ts'

/** A recorder as clients see it. */
export const toDevice = ({ sn, name, model, version_number }: DeviceRecord) => ({ sn, name, model, version_number })
