import { minutes } from '#kit/units.ts'
import { after } from './time.ts'

/** Hands bytes to the browser's downloads, under this name. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // @NOTE The browser reads it after the press; some ask where to first.
  after(minutes(1), () => URL.revokeObjectURL(address))
}
