import type { FilterScope } from '#features/search/web.tsx'
import type { AskScope } from '../contract.ts'

/** What the next question is about, as it is chosen on the page. Empty lists stand for everything. */
export type ChosenScope = FilterScope & { readonly files: readonly string[] }

export const EVERYTHING: ChosenScope = { files: [], folders: [], speakers: [] }

/** Returns the scope as the server gets it. */
export const toAskScope = ({ files, folders, speakers, from, to }: ChosenScope): AskScope => ({
  file_ids: [...files],
  folder_ids: [...folders],
  speakers: [...speakers],
  date_from: from === undefined ? undefined : startOfDay(from),
  date_to: to === undefined ? undefined : startOfDay(to, 1) - 1,
})

/** Returns a scope of the server as the page shows it. */
export const toChosenScope = ({ file_ids, folder_ids, speakers, date_from, date_to }: AskScope): ChosenScope => ({
  files: file_ids,
  folders: folder_ids,
  speakers,
  from: date_from === undefined ? undefined : dayOf(date_from),
  to: date_to === undefined ? undefined : dayOf(date_to),
})

/** Returns the local midnight at which a day begins, or one some days later. Days differ in length when the clocks change. */
function startOfDay(day: string, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).getTime()
}

function dayOf(at: number): string {
  const date = new Date(at)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}
