import { useWords } from '#ui/words.ts'
import type { ListSort, SortBy } from './listSort.ts'

/** What the sorts are called; in the trash `edited` is when a recording was thrown away. */
export function useSortWords(isTrash: boolean) {
  const t = useWords('files')
  const nameOf = (by: SortBy): string => t(by === 'edited' && isTrash ? 'sort_trashed' : `sort_${by}`)
  const wayOf = ({ by, isDescending }: ListSort): string => {
    if (by === 'name') return t(isDescending ? 'order_z_a' : 'order_a_z')
    if (by === 'length') return t(isDescending ? 'order_longest' : 'order_shortest')
    return t(isDescending ? 'order_newest' : 'order_oldest')
  }
  return { nameOf, wayOf }
}
