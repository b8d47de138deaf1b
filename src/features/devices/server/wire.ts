import type { DeviceRecord } from './store.ts'

/** Converts a recorder to its wire format. */
export const toDevice = ({ sn, name, model, version_number }: DeviceRecord) => ({ sn, name, model, version_number })
