import { minutes } from '#shared/units.ts'
import { after } from '../timers/time.ts'

/** Starts a download of the blob under this file name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // @NOTE Browsers read the URL after the click; some first ask where to save the file.
  after(minutes(1), () => URL.revokeObjectURL(url))
}

/** Starts a download from a link whose response names the file. The page stays open. */
export function followDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
