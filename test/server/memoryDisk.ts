import { mkdirSync, statfsSync } from 'node:fs'

const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 6 * 2 ** 30

/**
 * Returns an in-memory folder for test data, or null when the machine has no room for it. Cloning a database takes 12 ms of system
 * time there and 220 to 380 ms on a disk.
 */
export function memoryDisk(): string | null {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize < ENOUGH_BYTES) return null
    const folder = `${IN_MEMORY}/earshot`
    mkdirSync(folder, { recursive: true })
    return folder
  } catch {
    return null
  }
}
