import type { Segment } from '#features/files/contract.ts'
import { escapeHtml } from '#shared/html.ts'
import { toTimeLink } from '#shared/timeLink.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Returns a transcript as it is copied into documents. With the address of its recording, each time leads there. */
export const transcriptToHtml = (
  segments: readonly Pick<Segment, 'start_time' | 'speaker' | 'content'>[],
  address: string | null,
): string =>
  segments
    .map(({ start_time, speaker, content }) => {
      const time =
        address === null ? '' : `<a href="${escapeHtml(address + toTimeLink(start_time))}">${formatTimestamp(start_time)}</a>`
      const head = [time, speaker && `<strong>${escapeHtml(speaker)}</strong>`].filter(Boolean).join(' ')
      return `<p>${head && `${head}<br>`}${escapeHtml(content)}</p>`
    })
    .join('')
